package io.manta.config.tool;

import io.manta.config.Loaded;
import io.manta.config.tool.Sections.Section;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Value;
import io.manta.spi.model.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns {@code head_node} and {@code worker_nodes} into node types, moving their lines with the comments in them. */
final class NodeSections {
    private static final String HEAD = "ray-legacy-head-node-type";
    private static final String WORKER = "ray-legacy-worker-node-type";

    private final Loaded before;
    private final Fields user;
    private final Sections sections;
    private final List<String> changes;

    NodeSections(Loaded before, Fields user, Sections sections, List<String> changes) {
        this.before = before;
        this.user = user;
        this.sections = sections;
        this.changes = changes;
    }

    void rewrite() {
        boolean content = has("head_node") || has("worker_nodes");
        if (user.has("available_node_types") || !content) {
            drop("head_node");
            drop("worker_nodes");
            return;
        }
        String first = user.has("head_node") ? "head_node" : "worker_nodes";
        if (user.has("head_node")
                && user.has("worker_nodes")
                && line(user.keyOrigin("worker_nodes").at())
                        < line(user.keyOrigin("head_node").at())) {
            first = "worker_nodes";
        }
        var body = new ArrayList<String>();
        boolean paced =
                user.has("upscaling_speed") || sections.find("upscaling_speed").isPresent();
        if (!paced) {
            body.add("# Old files added nodes above 80 % load.");
            body.add("upscaling_speed: 0.25");
            body.add("");
        }
        body.add("head_node_type: " + HEAD);
        body.add("available_node_types:");
        type(body, HEAD, "head_node", first);
        type(body, WORKER, "worker_nodes", first);
        Section place = sections.find(first).orElseThrow();
        sections.replace(first, new Section("available_node_types", place.lead(), body));
        sections.remove(first.equals("head_node") ? "worker_nodes" : "head_node");
        changes.add("`head_node` and `worker_nodes` became the node types " + HEAD + " and " + WORKER);
    }

    private boolean has(String key) {
        return user.table(key).filter(f -> !f.isEmpty()).isPresent();
    }

    private void drop(String key) {
        if (user.has(key)) {
            sections.remove(key);
            changes.add("removed " + (has(key) ? "`" + key + "`, which was ignored" : "the empty `" + key + "`"));
        }
    }

    private void type(List<String> out, String name, String key, String first) {
        Optional<Fields> resolved = before.tree().table("available_node_types").flatMap(t -> t.table(name));
        if (resolved.isEmpty()) {
            return;
        }
        out.add("  " + name + ":");
        if (!has(key)) {
            Fields plain = resolved.get().without("max_workers");
            YamlWriter.lines(plain, false).forEach(l -> out.add("    " + l.text()));
            return;
        }
        Section section = sections.find(key).orElseThrow();
        if (!key.equals(first)) {
            Sections.comments(section).forEach(c -> out.add("    " + c));
        }
        if (name.equals(WORKER) && (user.has("min_workers") || user.has("initial_workers"))) {
            out.add("    min_workers: " + resolved.get().whole("min_workers").orElse(0));
        }
        Fields content = user.table(key).orElseThrow();
        boolean block = line(content.origin().at()) > line(user.keyOrigin(key).at());
        if (block) {
            moved(out, section, content, key);
        } else {
            written(out, resolved.get());
        }
    }

    /** A block, whose lines can be moved as they are. */
    private void moved(List<String> out, Section section, Fields content, String key) {
        List<String> rest =
                new ArrayList<>(section.body().subList(1, section.body().size()));
        int offset = line(user.keyOrigin(key).at()) + 1;
        List<String> resources = List.of();
        if (content.has("resources")) {
            int start = line(content.keyOrigin("resources").at()) - offset;
            int end = start + 1;
            int column = content.keyOrigin("resources")
                            .at()
                            .map(SourceLocation::column)
                            .orElse(1)
                    - 1;
            while (end < rest.size()
                    && (rest.get(end).isBlank()
                            || indent(rest.get(end)) > column
                            || (indent(rest.get(end)) == column
                                    && rest.get(end).stripLeading().startsWith("- ")))) {
                end++;
            }
            resources = List.copyOf(rest.subList(start, end));
            rest.subList(start, end).clear();
        }
        out.addAll(resources.isEmpty() ? List.of("    resources: {}") : Sections.indented(resources, 4));
        String behind = section.body().getFirst().replaceFirst("^[^#]*?:", "").strip();
        out.add("    node_config:" + (behind.isEmpty() ? "" : " " + behind));
        out.addAll(Sections.indented(rest, 6));
    }

    /** A flow mapping, which is written anew. */
    private static void written(List<String> out, Fields resolved) {
        for (String part : new String[] {"resources", "node_config"}) {
            Optional<Value> value = resolved.get(part);
            if (value.isPresent()) {
                Fields one = Fields.empty(resolved.origin()).with(part, value.get());
                YamlWriter.lines(one, false).forEach(l -> out.add("    " + l.text()));
            }
        }
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static int line(Optional<SourceLocation> at) {
        return at.map(SourceLocation::line).orElse(0);
    }
}
