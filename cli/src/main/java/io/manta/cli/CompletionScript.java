package io.manta.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Model.OptionSpec;

/** Shell code made from the table of verbs. It starts no program: cluster names are read from their directory. */
public final class CompletionScript {
    private CompletionScript() {}

    public static String zsh() {
        return "autoload -Uz bashcompinit && bashcompinit\n" + bash();
    }

    public static String fish() {
        return FishCompletion.text();
    }

    public static String bash() {
        var options = new StringBuilder();
        Map<String, String> words = new LinkedHashMap<>();
        for (Verbs.Entry entry : Verbs.ALL) {
            if (entry.topic() != Verbs.Topic.HIDDEN) {
                Syntax syntax = entry.fullSyntax();
                options.append("    ")
                        .append(entry.name())
                        .append(") options=\"")
                        .append(names(syntax, words))
                        .append("\" ;;\n");
            }
        }
        var choices = new StringBuilder();
        words.forEach((option, allowed) -> choices.append("    ")
                .append(option)
                .append(") COMPREPLY=($(compgen -W \"")
                .append(allowed)
                .append("\" -- \"$word\")); return ;;\n"));
        return """
                _manta() {
                  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=
                  if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W "VERBS --help --version" -- "$word"))
                    return
                  fi
                  case $before in
                CHOICES  esac
                  case ${COMP_WORDS[1]} in
                OPTIONS  esac
                  case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *) COMPREPLY=($(compgen -W "$(ls "${MANTA_HOME:-$HOME/.manta}/clusters" 2>/dev/null)" -- "$word") $(compgen -f -- "$word")) ;;
                  esac
                }
                complete -o filenames -F _manta manta ./manta
                """.replace("VERBS", String.join(" ", Verbs.names()))
                .replace("CHOICES", choices)
                .replace("OPTIONS", options);
    }

    private static String names(Syntax syntax, Map<String, String> words) {
        var names = new TreeSet<String>();
        for (OptionSpec option : syntax.spec().options()) {
            if (option.hidden()) {
                continue;
            }
            names.add(option.longestName());
            Iterable<String> allowed = option.completionCandidates();
            if (allowed != null && !option.typeInfo().isBoolean()) {
                for (String name : option.names()) {
                    words.put(name, String.join(" ", allowed));
                }
            }
        }
        return String.join(" ", names);
    }
}
