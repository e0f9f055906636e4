package io.manta.provider.gcp.ground;

import io.manta.provider.gcp.api.Doc;
import io.manta.provider.gcp.api.GcpProblems;
import io.manta.provider.gcp.api.Reply;
import io.manta.provider.gcp.api.Request;
import io.manta.provider.gcp.api.Rest;
import io.manta.provider.gcp.api.Service;
import io.manta.provider.gcp.setting.GcpSettings;
import io.manta.provider.gcp.setting.Owned;
import io.manta.spi.model.ClusterConfig;
import io.manta.spi.model.NodeType;
import io.manta.spi.provider.ProviderException;
import io.manta.spi.provider.ProviderException.Kind;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The head's own service account: it may run this cluster's machines, and nothing else. Workers have none. */
public final class HeadAccount {
    /** What the head needs: instances, their disks, and the use of networks. */
    public static final String ROLE = "roles/compute.instanceAdmin.v1";

    private static final String TPU_ROLE = "roles/tpu.admin";
    private static final String ACT_AS = "roles/iam.serviceAccountUser";
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration PAUSE = Duration.ofMillis(500);
    // Conditions are lost when a policy is read in an older form and written back.
    private static final Map<String, Object> WITH_CONDITIONS = Map.of("options", Map.of("requestedPolicyVersion", 3));

    private final GcpSettings settings;
    private final Rest rest;
    private final Owned owned;
    private final Clock clock;

    public HeadAccount(GcpSettings settings, Rest rest, Owned owned, Clock clock) {
        this.settings = settings;
        this.rest = rest;
        this.owned = owned;
        this.clock = clock;
    }

    /** Whether the configuration brings an account, or says that there is to be none. */
    public static boolean isGiven(ClusterConfig config) {
        Map<String, Object> node = config.head().nodeConfig();
        return node.containsKey("serviceAccounts") || node.containsKey("serviceAccount");
    }

    public String email() {
        return owned.accountEmail();
    }

    /** Roles in the project. */
    public List<String> roles(ClusterConfig config) {
        var roles = new LinkedHashSet<String>(List.of(ROLE));
        for (NodeType type : config.nodeTypes().values()) {
            Doc node = Doc.of(type.nodeConfig());
            if (node.has("acceleratorType") || node.has("acceleratorConfig")) {
                roles.add(TPU_ROLE);
            }
            boolean worker = !type.name().equals(config.headType());
            if (worker && (node.has("serviceAccounts") || node.has("serviceAccount"))) {
                // To give an account to a machine one must be allowed to act as it.
                roles.add(ACT_AS);
            }
        }
        roles.addAll(settings.headRoles());
        return List.copyOf(roles);
    }

    /**
     * Limits {@link #ROLE} to machines and disks by the beginnings of their names. What is neither, such as a subnet or the
     * project whose machines are listed, has other names and stays as the role allows it.
     */
    public String condition(ClusterConfig config) {
        String mine = Stream.of("instances", "disks")
                .flatMap(kind -> names(kind, config)
                        .map(name -> "resource.name.extract(\"/" + kind + "/{name}\").startsWith(\"" + name + "\")"))
                .collect(Collectors.joining(" || "));
        return "(resource.type != \"compute.googleapis.com/Instance\" && resource.type != \"compute.googleapis.com/Disk\") || "
                + mine;
    }

    /** Also disks that exist already, and those that the user gives a name. */
    private Stream<String> names(String kind, ClusterConfig config) {
        Stream<String> ours = owned.beginnings().stream();
        if (kind.equals("instances")) {
            return ours;
        }
        Stream<String> given = config.nodeTypes().values().stream()
                .flatMap(type -> Doc.of(type.nodeConfig()).docs("disks").stream())
                .map(disk -> disk.has("source")
                        ? disk.name("source")
                        : disk.doc("initializeParams").text("diskName"))
                .filter(name -> !name.isEmpty());
        return Stream.concat(ours, given).distinct();
    }

    private Map<String, Object> limit(ClusterConfig config) {
        return Map.of(
                "title", "manta " + settings.cluster(), "description", owned.mark(), "expression", condition(config));
    }

    private String accounts() {
        return "projects/" + rest.project() + "/serviceAccounts";
    }

    public Optional<Doc> find() throws ProviderException, InterruptedException {
        Reply reply = rest.ask(
                "look for the service account " + email(),
                Request.get(Service.IAM, accounts() + "/" + email()),
                Set.of(404, 403));
        return reply.isOk() && owned.isOurs(reply.body()) ? Optional.of(reply.body()) : Optional.empty();
    }

    /** Makes the account, gives it its roles, and returns its address. */
    public String ensure(ClusterConfig config) throws ProviderException, InterruptedException {
        var account = new LinkedHashMap<String, Object>();
        account.put("displayName", "Manta head of " + settings.cluster());
        account.put("description", owned.mark());
        Reply made = rest.ask(
                "make the service account " + email(),
                Request.post(
                        Service.IAM, accounts(), Map.of("accountId", owned.accountId(), "serviceAccount", account)),
                Set.of(409));
        if (!made.isOk() && find().isEmpty()) {
            throw GcpProblems.account(email(), "an account of this name exists and is not this cluster's");
        }
        bind(config);
        return email();
    }

    private void bind(ClusterConfig config) throws ProviderException, InterruptedException {
        String member = "serviceAccount:" + email();
        Instant deadline = clock.instant().plus(PATIENCE);
        while (true) {
            Doc policy = policy();
            var bindings = new ArrayList<Map<String, Object>>();
            policy.docs("bindings").forEach(binding -> bindings.add(binding.map()));
            boolean changed = widerIsGone(bindings, limit(config), member);
            for (String role : roles(config)) {
                changed |= add(bindings, role, role.equals(ROLE) ? limit(config) : Map.of(), member);
            }
            if (!changed || isWritten(policy, bindings, deadline)) {
                return;
            }
        }
    }

    /** What an earlier configuration needed, and this one does not. */
    private static boolean widerIsGone(
            List<Map<String, Object>> bindings, Map<String, Object> condition, String member) {
        boolean changed = false;
        for (Map<String, Object> binding : bindings) {
            Doc one = new Doc(binding);
            if (one.text("role").equals(ROLE)
                    && !one.doc("condition").map().equals(condition)
                    && one.words("members").contains(member)) {
                var others = new ArrayList<>(one.words("members"));
                others.remove(member);
                binding.put("members", others);
                changed = true;
            }
        }
        bindings.removeIf(binding -> new Doc(binding).words("members").isEmpty());
        return changed;
    }

    private static boolean add(
            List<Map<String, Object>> bindings, String role, Map<String, Object> condition, String member) {
        for (Map<String, Object> binding : bindings) {
            Doc one = new Doc(binding);
            if (one.text("role").equals(role) && one.doc("condition").map().equals(condition)) {
                if (one.words("members").contains(member)) {
                    return false;
                }
                var members = new ArrayList<>(one.words("members"));
                members.add(member);
                binding.put("members", members);
                return true;
            }
        }
        var binding = new LinkedHashMap<String, Object>(Map.of("role", role, "members", List.of(member)));
        if (!condition.isEmpty()) {
            binding.put("condition", condition);
        }
        bindings.add(binding);
        return true;
    }

    private Doc policy() throws ProviderException, InterruptedException {
        return rest.ask(
                "read who may do what in project " + rest.project(),
                Request.post(
                        Service.RESOURCE_MANAGER, "projects/" + rest.project() + ":getIamPolicy", WITH_CONDITIONS));
    }

    /** Whether it was; not when someone else wrote in between, or the account is not known everywhere yet. */
    private boolean isWritten(Doc policy, List<Map<String, Object>> bindings, Instant deadline)
            throws ProviderException, InterruptedException {
        var changed = new LinkedHashMap<>(policy.map());
        changed.put("bindings", bindings);
        if (bindings.stream().anyMatch(binding -> binding.containsKey("condition"))) {
            changed.put("version", 3);
        }
        Reply reply = rest.ask(
                "change who may do what in project " + rest.project(),
                Request.post(
                        Service.RESOURCE_MANAGER,
                        "projects/" + rest.project() + ":setIamPolicy",
                        Map.of("policy", changed)),
                Set.of(400, 409, 412));
        if (reply.isOk()) {
            return true;
        }
        boolean young = reply.status() == 400 && reply.body().text("message").contains("does not exist");
        if ((reply.status() == 400 && !young) || clock.instant().isAfter(deadline)) {
            throw new ProviderException(
                    Kind.INVALID,
                    GcpProblems.account(email(), reply.body().text("message")).problem());
        }
        Thread.sleep(young ? PAUSE : Duration.ZERO);
        return false;
    }

    /** Roles this account has in the project. */
    public List<String> bindings() throws ProviderException, InterruptedException {
        return policy().docs("bindings").stream()
                .filter(binding -> binding.words("members").stream().anyMatch(this::isOurs))
                .map(binding -> binding.text("role"))
                .toList();
    }

    /** Also when the account is gone: then its entry says so, and still names it. */
    private boolean isOurs(String member) {
        return member.equals("serviceAccount:" + email())
                || member.startsWith("deleted:serviceAccount:" + email() + "?");
    }

    /** Takes the roles away first: an account that is gone leaves entries that only a look at every member finds. */
    public void remove() throws ProviderException, InterruptedException {
        unbind();
        if (find().isPresent()) {
            rest.ask(
                    "remove the service account " + email(),
                    Request.delete(Service.IAM, accounts() + "/" + email()),
                    Set.of(404));
        }
    }

    private void unbind() throws ProviderException, InterruptedException {
        Instant deadline = clock.instant().plus(PATIENCE);
        while (true) {
            Doc policy = policy();
            var bindings = new ArrayList<Map<String, Object>>();
            boolean changed = false;
            for (Doc binding : policy.docs("bindings")) {
                List<String> members = binding.words("members");
                List<String> others =
                        members.stream().filter(member -> !isOurs(member)).toList();
                changed |= others.size() < members.size();
                if (!others.isEmpty()) {
                    binding.map().put("members", others);
                    bindings.add(binding.map());
                }
            }
            if (!changed || isWritten(policy, bindings, deadline)) {
                return;
            }
        }
    }
}
