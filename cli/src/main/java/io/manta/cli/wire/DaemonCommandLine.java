package io.manta.cli.wire;

import io.manta.controller.home.ClusterHome;
import io.manta.controller.home.MantaHome;
import java.util.ArrayList;
import java.util.List;

/** How the daemon is started from this very program: the same Java, the same jars, as little memory as it needs. */
final class DaemonCommandLine {
    private DaemonCommandLine() {}

    static List<String> of(MantaHome manta, ClusterHome home) {
        var line = new ArrayList<String>();
        line.add(System.getProperty("java.home") + "/bin/java");
        line.addAll(List.of(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xss512k",
                "-Xms16m",
                "-Xmx96m",
                "-XX:MaxMetaspaceSize=80m",
                "-XX:ReservedCodeCacheSize=24m",
                "-XX:+UseCompactObjectHeaders",
                "--sun-misc-unsafe-memory-access=allow",
                "-Xshare:auto",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-Duser.home=" + System.getProperty("user.home"),
                "-cp",
                KeptProgram.classPath(
                        manta.runtime(), System.getProperty(KeptProgram.ID, ""), System.getProperty("java.class.path")),
                "io.manta.cli.Main",
                "daemon",
                home.name()));
        return line;
    }
}
