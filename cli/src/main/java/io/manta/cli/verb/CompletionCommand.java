package io.manta.cli.verb;

import io.manta.cli.Call;
import io.manta.cli.CompletionScript;
import io.manta.cli.ExitCode;
import io.manta.cli.Syntax;
import io.manta.cli.Verb;

/** {@code manta completion}. */
public final class CompletionCommand implements Verb {
    @Override
    public Syntax syntax() {
        return Syntax.of("completion", "print a script that completes verbs, options and cluster names")
                .parameter("SHELL", "bash, zsh or fish")
                .example("source <(manta completion bash)", "in ~/.bashrc")
                .example("source <(manta completion zsh)", "in ~/.zshrc, behind compinit")
                .example("manta completion fish | source", "in ~/.config/fish/config.fish");
    }

    @Override
    public int run(Call call) {
        String shell = call.required("SHELL");
        call.console()
                .data(
                        switch (shell) {
                            case "bash" -> CompletionScript.bash();
                            case "zsh" -> CompletionScript.zsh();
                            case "fish" -> CompletionScript.fish();
                            default -> throw call.usage("no completion for '" + shell + "': choose bash, zsh or fish");
                        });
        return ExitCode.OK;
    }
}
