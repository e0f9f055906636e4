package io.manta.controller.head;

/** How much of Java a cluster's daemon needs, which depends on the libraries of its provider. Less travels faster. */
public enum DaemonNeeds {
    /** Manta itself and its own clients. */
    LITTLE(
            "jre-",
            "java.base,java.logging,java.naming,java.net.http,jdk.httpserver,jdk.unsupported",
            "\"$r\"/jre-*/bin/java "),
    /** Vendors' libraries, or code of which nothing is known. */
    MUCH(
            "java-",
            "java.base,java.logging,java.management,java.naming,java.net.http,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.unsupported",
            "");

    private final String prefix;
    private final String modules;
    private final String likes;

    DaemonNeeds(String prefix, String modules, String likes) {
        this.prefix = prefix;
        this.modules = modules;
        this.likes = likes + "\"$r\"/java-*/bin/java";
    }

    /** Begins the name of such a runtime on a head. */
    String prefix() {
        return prefix;
    }

    String modules() {
        return modules;
    }

    /** Shell patterns of runtimes on a head that have at least this much. */
    String likes() {
        return likes;
    }
}
