package io.manta.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What a verb takes, said as a user would read it: {@code flag("-y, --yes", …)}, {@code option("--lines N", …)}. Built with
 * picocli's programmatic model, since its annotations cost three times as much at start.
 */
public final class Syntax {
    /** One line to type, and what it does. */
    public record Example(String line, String effect) {}

    private final CommandSpec spec = CommandSpec.create();
    private final String summary;
    private final List<Example> examples = new ArrayList<>();
    private final List<String> details = new ArrayList<>();
    private int positions;

    private Syntax(String verb, String summary) {
        this.summary = summary;
        spec.name("manta " + verb);
    }

    public static Syntax of(String verb, String summary) {
        return new Syntax(verb, summary);
    }

    public Syntax flag(String names, String description) {
        return add(builder(names).arity("0").type(boolean.class).description(description));
    }

    /** A flag that may be given several times, such as {@code -vv}. */
    public Syntax count(String names, String description) {
        return add(builder(names).arity("0").type(boolean[].class).description(description));
    }

    /** {@code --name VALUE}; absent when not given. */
    public Syntax option(String names, String description) {
        return add(builder(names).type(String.class).description(description));
    }

    /** As {@link #option}, with a fallback that help shows. */
    public Syntax option(String names, String fallback, String description) {
        return add(builder(names).type(String.class).defaultValue(fallback).description(description));
    }

    /** As {@link #option}, for a whole number. */
    public Syntax number(String names, String description) {
        return add(builder(names).type(Integer.class).description(description));
    }

    public Syntax number(String names, int fallback, String description) {
        return add(builder(names)
                .type(Integer.class)
                .defaultValue(Integer.toString(fallback))
                .description(description));
    }

    /** May be given several times. */
    public Syntax options(String names, String description) {
        return add(builder(names).type(List.class).auxiliaryTypes(String.class).description(description));
    }

    /** One of a few words, the first being the default. */
    public Syntax choice(String names, List<String> words, String description) {
        return add(builder(names)
                .type(String.class)
                .completionCandidates(words)
                .defaultValue(words.getFirst())
                .description(description + " [" + String.join("|", words) + "]"));
    }

    public Syntax parameter(String label, String description) {
        return position(label, "1", description);
    }

    public Syntax optionalParameter(String label, String description) {
        return position(label, "0..1", description);
    }

    /** Takes all that is left, as given. */
    public Syntax rest(String label, String description) {
        spec.addPositional(PositionalParamSpec.builder()
                .index(positions + "..*")
                .arity("0..*")
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .description(description)
                .build());
        return this;
    }

    /** A cluster: a YAML file or a recorded name, with Ray's {@code -n}. */
    public Syntax cluster() {
        return parameter("CLUSTER", "cluster YAML file, or the name of a cluster that 'manta up' has made")
                .clusterName();
    }

    /** As {@link #cluster}, for verbs that take nothing else: it may be left out where it is plain which is meant. */
    public Syntax onlyCluster() {
        return optionalParameter(
                        "CLUSTER",
                        "cluster YAML file, or the name of a cluster that 'manta up' has made; without it, cluster.yaml"
                                + " here or the only cluster there is")
                .clusterName();
    }

    public Syntax clusterName() {
        return option("-n, --cluster-name NAME", "use this name instead of the file's cluster_name");
    }

    /** For verbs that read: text or JSON. */
    public Syntax output() {
        return choice("-o, --output FORMAT", List.of("text", "json"), "for people, or for programs");
    }

    /** What every verb takes: Ray's options about how things are printed, and help. */
    Syntax common() {
        return choice("--log-style STYLE", List.of("auto", "record", "pretty"), "record: one dated line per message")
                .choice("--log-color WHEN", List.of("auto", "true", "false"), "colour; auto: in a terminal")
                .count("-v, --verbose", "say more; repeat for even more")
                .hidden("--no-config-cache")
                .flag("-h, --help", "show this help");
    }

    /** As whom a cloud is asked. */
    public Syntax account() {
        return option(
                        "--profile, --context NAME",
                        "use this profile of the cloud's own configuration, this context of Kubernetes")
                .option("--kubeconfig FILE", "use this file instead of KUBECONFIG or ~/.kube/config");
    }

    /** A flag of Ray's that is accepted everywhere and changes nothing: Manta keeps no cache of configurations. */
    private Syntax hidden(String name) {
        return add(OptionSpec.builder(name).arity("0").type(boolean.class).hidden(true));
    }

    public Syntax example(String line, String effect) {
        examples.add(new Example(line, effect));
        return this;
    }

    /** A paragraph for {@code --help}. */
    public Syntax detail(String paragraph) {
        details.add(paragraph);
        return this;
    }

    public CommandSpec spec() {
        return spec;
    }

    public String summary() {
        return summary;
    }

    public List<Example> examples() {
        return examples;
    }

    public List<String> details() {
        return details;
    }

    private Syntax position(String label, String arity, String description) {
        spec.addPositional(PositionalParamSpec.builder()
                .index(Integer.toString(positions++))
                .arity(arity)
                .required(arity.equals("1"))
                .paramLabel(label)
                .type(String.class)
                .description(description)
                .build());
        return this;
    }

    private Syntax add(OptionSpec.Builder option) {
        spec.addOption(option.build());
        return this;
    }

    /** Splits {@code -o, --output FORMAT}. */
    private static OptionSpec.Builder builder(String names) {
        int space = names.lastIndexOf(' ');
        String label = space >= 0 && names.charAt(space + 1) != '-' ? names.substring(space + 1) : "";
        String list = label.isEmpty() ? names : names.substring(0, space);
        int comma = list.indexOf(", ");
        OptionSpec.Builder option = comma < 0
                ? OptionSpec.builder(list)
                : OptionSpec.builder(list.substring(0, comma), list.substring(comma + 2));
        return label.isEmpty() ? option : option.paramLabel(label);
    }
}
