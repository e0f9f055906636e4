package io.manta.provider.gcp.check;

import io.manta.provider.common.Looks;
import io.manta.provider.gcp.GcpParts;
import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.ground.Firewalls;
import io.manta.provider.gcp.ground.HeadAccount;
import io.manta.provider.gcp.ground.Networks;
import io.manta.provider.gcp.setting.Ways;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight;
import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.Progress;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Looks at everything a launch needs, and makes nothing. Without an identity nothing else is asked. */
public final class GcpCheck {
    private final GcpParts parts;
    private final ClusterConfig config;
    private final Firewalls.Caller caller;

    public GcpCheck(GcpParts parts, ClusterConfig config, Firewalls.Caller caller) {
        this.parts = parts;
        this.config = config;
        this.caller = caller;
    }

    /** What {@code up} asks before it begins; the work that follows asks the same, and is answered from memory. */
    public Preflight brief() {
        if (parts.rest().project().isEmpty()) {
            return new Preflight(
                    List.of(Finding.problem("project", GcpProblems.noProject().problem())));
        }
        return once(looks(false).findings());
    }

    public Preflight thorough() {
        var findings = new ArrayList<Finding>(Looks.of("credentials", this::identity));
        if (!new Preflight(findings).isClean()) {
            return new Preflight(findings);
        }
        findings.addAll(looks(true).findings());
        return once(findings);
    }

    /** What stands in the way of every question is told once. */
    private static Preflight once(List<Finding> all) {
        var told = new LinkedHashSet<String>();
        return new Preflight(all.stream()
                .filter(finding -> finding.problem()
                        .map(problem -> told.add(subject(problem)))
                        .orElse(true))
                .toList());
    }

    private static String subject(Problem problem) {
        return switch (problem.code()) {
            case "GCP-UNREACHABLE" -> problem.code();
            case "GCP-DENIED" -> problem.code() + problem.why();
            default -> problem.code() + problem.what();
        };
    }

    private Looks looks(boolean thorough) {
        var types = new MachineTypes(parts.rest());
        var capacity = new CapacityCheck(parts.settings(), parts.rest(), parts.ways(), types, config);
        var permissions = new Permissions(parts.rest(), parts.ways(), parts.account());
        var looks = new Looks();
        if (thorough) {
            looks.add("APIs", () -> services(permissions.hasTpus(config)));
            looks.add("permissions", () -> permissions.look(config));
        }
        looks.add("subnet", this::subnet);
        looks.add("images", this::images);
        looks.add("machine types", capacity::machineTypes);
        if (thorough) {
            looks.add("firewall", this::firewall);
            looks.add("service account", this::account);
            looks.add("SSH key", this::login);
            looks.add("quota", capacity::quota);
        }
        return looks;
    }

    private List<Finding> identity() throws ProviderException, InterruptedException {
        if (parts.rest().project().isEmpty()) {
            throw GcpProblems.noProject();
        }
        Doc project = parts.rest()
                .ask(
                        "look at project " + parts.rest().project(),
                        Request.get(
                                Service.RESOURCE_MANAGER,
                                "projects/" + parts.rest().project()));
        String who = parts.rest()
                        .identity()
                        .account()
                        .map(email -> email + ", from ")
                        .orElse("")
                + parts.rest().identity().source();
        return List.of(
                Finding.ok("credentials", who),
                Finding.ok(
                        "project",
                        project.text("projectId") + " (number " + project.text("projectNumber") + "), region "
                                + parts.settings().region()));
    }

    private List<Finding> services(boolean tpus) throws ProviderException, InterruptedException {
        var wanted = new ArrayList<>(List.of(Service.COMPUTE, Service.IAM, Service.RESOURCE_MANAGER));
        if (tpus) {
            wanted.add(Service.TPU);
        }
        if (parts.login().isOn()) {
            wanted.add(Service.OS_LOGIN);
        }
        String project = parts.rest().project();
        var findings = new ArrayList<Finding>();
        for (Service service : wanted) {
            Request request = Request.get(Service.SERVICE_USAGE, "projects/" + project + "/services:batchGet")
                    .with("names", "projects/" + project + "/services/" + service.domain());
            Doc found = parts.rest().ask("ask whether " + service.domain() + " is enabled", request);
            boolean on = found.docs("services").stream()
                    .allMatch(one -> one.text("state").equals("ENABLED"));
            findings.add(
                    on
                            ? Finding.ok("API", service.domain() + " is enabled")
                            : Finding.problem("API", GcpProblems.notEnabled(service.domain(), project, "")));
        }
        return findings;
    }

    private List<Finding> subnet() throws ProviderException, InterruptedException {
        Networks.Ground ground = parts.networks().ground(config);
        return List.of(Finding.ok("subnet", ground.subnet()));
    }

    private List<Finding> images() throws ProviderException, InterruptedException {
        var findings = new ArrayList<Finding>();
        var seen = new LinkedHashSet<String>();
        for (NodeType type : config.nodeTypes().values()) {
            for (Ways.Way way : parts.ways().of(type)) {
                Optional<String> image = parts.images().boot(way);
                if (image.isPresent() && seen.add(way.machineType() + image.get())) {
                    String name = parts.images().check(type, way, image.get());
                    findings.add(Finding.ok("image", type.name() + ": " + name));
                }
            }
        }
        return findings;
    }

    private List<Finding> firewall() throws ProviderException, InterruptedException {
        Networks.Ground ground = parts.networks().ground(config);
        if (!ground.project().equals(parts.rest().project())) {
            return List.of(Finding.ok(
                    "firewall",
                    "the shared network is project " + ground.project()
                            + "'s: it must let SSH and the nodes' own traffic through"));
        }
        List<String> sources = parts.firewalls().sources(caller, Progress.NONE);
        var findings = new ArrayList<Finding>();
        if (sources.contains("0.0.0.0/0") && parts.settings().sshFrom().isEmpty()) {
            findings.add(Finding.problem(
                    "firewall", GcpProblems.openToWorld("this machine's public address could not be told")));
        }
        List<Doc> rules = parts.firewalls().all();
        boolean there = rules.stream().anyMatch(parts.owned()::isOurs);
        findings.add(Finding.ok(
                "firewall",
                parts.firewalls().tag() + (there ? " exists" : " will be made") + ", SSH from "
                        + String.join(", ", sources)));
        for (Doc rule : rules) {
            if (isOpen(rule, ground.network())) {
                findings.add(Finding.problem(
                        "firewall",
                        Problem.warning(
                                "GCP-SSH-OPEN",
                                "the network's own rule " + rule.text("name") + " opens SSH to the whole world",
                                "rules add up: ours cannot close it",
                                "remove it: `gcloud compute firewall-rules delete " + rule.text("name") + " --project "
                                        + parts.rest().project() + "`")));
            }
        }
        return findings;
    }

    private static boolean isOpen(Doc rule, String network) {
        return rule.name("network").equals(Doc.lastPart(network))
                && rule.words("sourceRanges").contains("0.0.0.0/0")
                && !rule.has("targetTags")
                && !rule.has("targetServiceAccounts")
                && !rule.flag("disabled")
                && rule.docs("allowed").stream()
                        .anyMatch(allowed -> allowed.text("IPProtocol").equals("all")
                                || (allowed.text("IPProtocol").equals("tcp")
                                        && (!allowed.has("ports")
                                                || allowed.words("ports").contains("22"))));
    }

    private List<Finding> account() throws ProviderException, InterruptedException {
        if (HeadAccount.isGiven(config)) {
            return List.of(Finding.ok("service account", "the head's is given"));
        }
        boolean there = parts.account().find().isPresent();
        return List.of(Finding.ok(
                "service account",
                parts.account().email() + (there ? " exists" : " will be made") + ", with "
                        + String.join(", ", parts.account().roles(config)) + " for this cluster's machines"));
    }

    private List<Finding> login() throws ProviderException, InterruptedException {
        String own = parts.keys().usersKey().map(file -> "your own: " + file).orElse("one of the cluster's own");
        if (parts.login().isOn()) {
            String who = parts.login().isUsers()
                    ? parts.keys().user()
                    : parts.login().caller();
            return List.of(Finding.ok("SSH key", own + ", let in by OS Login as " + who));
        }
        // Whether the project has it on was not asked yet when the file says that it shall be off.
        if (parts.settings().osLogin().isPresent() && parts.login().isOnInProject()) {
            return List.of(Finding.problem("SSH key", GcpProblems.osLogin()));
        }
        return List.of(Finding.ok("SSH key", own + ", in its machines' metadata only"));
    }
}
