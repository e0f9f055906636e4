package io.manta.config.kuberay;

import io.manta.config.resolve.Findings;
import io.manta.config.yaml.Fields;
import io.manta.config.yaml.Source;
import io.manta.config.yaml.Value;
import io.manta.config.yaml.YamlReader;
import io.manta.spi.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the RayCluster among the documents of a file. */
final class Manifests {
    private Manifests() {}

    static Optional<Fields> rayCluster(String name, String text, Findings findings) {
        var kinds = new ArrayList<String>();
        for (String document : documents(text)) {
            Optional<Value> read = YamlReader.read(new Source(name, document), findings::add);
            if (findings.hasErrors()) {
                return Optional.empty();
            }
            if (read.isEmpty() || !(read.get() instanceof Fields root)) {
                continue;
            }
            String kind = root.text("kind").orElse("no kind");
            if (kind.equals("RayCluster")) {
                return whole(root, findings);
            }
            kinds.add(kind);
        }
        findings.add(Problem.error(
                "KUBERAY-KIND",
                name + " holds no RayCluster",
                kinds.isEmpty() ? "no document in it has keys" : "it holds " + String.join(", ", kinds),
                kinds.contains("RayJob") || kinds.contains("RayService")
                        ? "make a RayCluster of its `rayClusterSpec` or `rayClusterConfig`"
                        : "name a manifest with `kind: RayCluster`"));
        return Optional.empty();
    }

    private static Optional<Fields> whole(Fields root, Findings findings) {
        boolean pod = root.table("spec")
                .flatMap(s -> s.table("headGroupSpec"))
                .flatMap(h -> h.table("template"))
                .flatMap(t -> t.table("spec"))
                .flatMap(TemplateExport::container)
                .isPresent();
        if (!pod) {
            Problem problem = Problem.error(
                    "KUBERAY-NO-HEAD",
                    "the RayCluster has no pod for the head",
                    "`spec.headGroupSpec.template.spec.containers` is missing or empty",
                    "complete the manifest");
            findings.add(root.origin().at().map(problem::at).orElse(problem));
            return Optional.empty();
        }
        return Optional.of(root);
    }

    /** Each with blank lines in place of those before it, so that lines keep their numbers. */
    private static List<String> documents(String text) {
        var documents = new ArrayList<String>();
        var current = new StringBuilder();
        int line = 0;
        boolean said = false;
        for (String content : text.lines().toList()) {
            line++;
            if (content.equals("---") || content.startsWith("--- ")) {
                if (said) {
                    documents.add(current.toString());
                }
                current = new StringBuilder("\n".repeat(line));
                said = false;
            } else {
                current.append(content).append('\n');
                said |= !content.isBlank() && !content.startsWith("#");
            }
        }
        if (said) {
            documents.add(current.toString());
        }
        return documents;
    }
}
