package io.manta.remote.template;

import io.manta.remote.shell.ShellText;
import io.manta.remote.ssh.ShellChannel;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Reach;
import io.manta.spi.remote.RemoteException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The words of a template with the shell text put in. */
record TemplateChannel(List<String> template) implements ShellChannel {
    @Override
    public Process start(String shellText, boolean input, Optional<Path> errors) throws IOException {
        return ShellChannel.program(words(shellText), input, errors);
    }

    /** The words that run it there, in the home directory. */
    List<String> words(String shellText) {
        String atHome = "cd 2>/dev/null; " + shellText;
        return template.stream()
                .map(word -> word.replace(Reach.Template.COMMAND, atHome))
                .toList();
    }

    @Override
    public String name() {
        return ShellText.join(template);
    }

    @Override
    public void ensure() {}

    // Whatever the program's exit codes mean: the shell over there would have told its own.
    @Override
    public boolean isLost(int exitCode) {
        return exitCode != 0;
    }

    @Override
    public RemoteException lost() {
        return new RemoteException(
                Problem.error(
                        "TEMPLATE-LOST",
                        "the command did not get through: " + name(),
                        "the program ended before a shell over there answered",
                        "run it by hand with `uptime` in place of {command}"),
                true);
    }
}
