package io.manta.provider.kubernetes.pod;

import io.manta.provider.kubernetes.api.Manifest;
import io.manta.spi.model.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a pod's status complains of, in words of ours. An error will not pass by itself; a warning may. */
public final class PodTrouble {
    private PodTrouble() {}

    public static Optional<Problem> of(Map<String, Object> pod) {
        return ended(pod).or(() -> containers(pod)).or(() -> unscheduled(pod));
    }

    static Optional<Map<?, ?>> condition(Map<String, Object> pod, String type) {
        return Manifest.maps(pod, "status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .findFirst();
    }

    /** Reasons of the whole pod. */
    private static Optional<Problem> ended(Map<String, Object> pod) {
        String name = Manifest.name(pod);
        String reason = Manifest.text(pod, "status", "reason").orElse("");
        String message = Manifest.text(pod, "status", "message").orElse("");
        return switch (reason) {
            case "Evicted" ->
                Optional.of(Problem.warning(
                        "KUBE-EVICTED",
                        "pod " + name + " was evicted: " + brief(message),
                        "its Kubernetes node ran short of memory or disk",
                        "give the pod requests that match what it uses, or a larger node"));
            case "NodeLost", "NodeShutdown", "Terminated", "NodeAffinity", "Shutdown" ->
                Optional.of(Problem.warning(
                        "KUBE-NODE-LOST",
                        "the Kubernetes node of pod " + name + " went away",
                        message,
                        "nothing: a worker is replaced; for a head run `manta up`"));
            case "Preempting" ->
                Optional.of(Problem.warning(
                        "KUBE-PREEMPTED",
                        "pod " + name + " had to make room for a pod of higher priority",
                        message,
                        "give the pod a priorityClassName of its own, or ask for more nodes"));
            case "UnexpectedAdmissionError", "OutOfcpu", "OutOfmemory", "OutOfpods" ->
                Optional.of(Problem.warning(
                        "KUBE-NODE-REFUSED",
                        "the Kubernetes node refused pod " + name + ": " + reason,
                        message,
                        "nothing: it is tried again on another node"));
            default -> Optional.empty();
        };
    }

    private static Optional<Problem> containers(Map<String, Object> pod) {
        List<Map<?, ?>> all = new ArrayList<>(Manifest.maps(pod, "status", "initContainerStatuses"));
        all.addAll(PodMachines.statuses(pod));
        return all.stream().flatMap(status -> container(pod, status).stream()).findFirst();
    }

    private static Optional<Problem> container(Map<String, Object> pod, Map<?, ?> status) {
        Optional<String> waits = Manifest.text(status, "state", "waiting", "reason");
        if (waits.isPresent()) {
            return waiting(
                    pod,
                    status,
                    waits.get(),
                    Manifest.text(status, "state", "waiting", "message").orElse(""));
        }
        if (Manifest.at(status, "state", "terminated").isPresent()) {
            return terminated(
                    pod, status, Manifest.at(status, "state", "terminated").orElseThrow());
        }
        boolean restarted = Manifest.number(status, "restartCount") > 0;
        return restarted
                ? Manifest.at(status, "lastState", "terminated")
                        .flatMap(last -> terminated(pod, status, last))
                        .map(PodTrouble::asWarning)
                : Optional.empty();
    }

    private static Optional<Problem> waiting(Map<String, Object> pod, Map<?, ?> status, String reason, String message) {
        String image = Manifest.text(status, "image").orElse("");
        return switch (reason) {
            case "ErrImagePull",
                    "ImagePullBackOff",
                    "InvalidImageName",
                    "ErrImageNeverPull",
                    "RegistryUnavailable",
                    "ImageInspectError",
                    "SignatureValidationFailed" ->
                Optional.of(Problem.error(
                        "KUBE-IMAGE",
                        "image " + image + " of pod " + Manifest.name(pod) + " cannot be pulled (" + reason + ")",
                        brief(message),
                        "correct the image's name, or give the pod imagePullSecrets"));
            case "CrashLoopBackOff" ->
                Optional.of(Manifest.at(status, "lastState", "terminated")
                        .flatMap(last -> terminated(pod, status, last))
                        .filter(problem -> problem.code().equals("KUBE-OOM"))
                        .orElseGet(() -> Problem.error(
                                "KUBE-CRASH-LOOP",
                                "the container of pod " + Manifest.name(pod) + " ends again and again"
                                        + exit(Manifest.at(status, "lastState", "terminated")
                                                .orElse(Map.of())),
                                brief(message),
                                "see `kubectl logs --previous " + Manifest.name(pod)
                                        + "`; the pod's command must go on until it is ended")));
            case "CreateContainerConfigError",
                    "CreateContainerError",
                    "RunContainerError",
                    "PostStartHookError",
                    "PreCreateHookError" ->
                Optional.of(Problem.error(
                        "KUBE-CONTAINER",
                        "the container of pod " + Manifest.name(pod) + " cannot be started (" + reason + ")",
                        brief(message),
                        "correct the pod in node_config: a secret, config map, volume or command it names"));
            default -> Optional.empty();
        };
    }

    private static Optional<Problem> terminated(Map<String, Object> pod, Map<?, ?> status, Object how) {
        String reason = Manifest.text(how, "reason").orElse("");
        String container = Manifest.text(status, "name").orElse("");
        if (reason.equals("OOMKilled")) {
            String limit = limit(pod, container);
            return Optional.of(Problem.error(
                    "KUBE-OOM",
                    "pod " + Manifest.name(pod) + " was killed: it used more memory than its limit"
                            + (limit.isEmpty() ? "" : " of " + limit) + " (OOMKilled)",
                    "container " + container + " reached its memory limit",
                    "raise resources.limits.memory in node_config, or use less memory per task"));
        }
        if (reason.equals("Completed")
                && !Manifest.text(pod, "status", "phase").orElse("").equals("Succeeded")) {
            return Optional.empty();
        }
        return Optional.of(Problem.error(
                "KUBE-ENDED",
                "the container of pod " + Manifest.name(pod) + " has ended" + exit(how),
                Manifest.text(how, "message").map(PodTrouble::brief).orElse(reason),
                "see `kubectl logs " + Manifest.name(pod) + "`; a worker is replaced, for a head run `manta up`"));
    }

    private static String exit(Object terminated) {
        return Manifest.text(terminated, "exitCode")
                .map(code -> " with exit code " + code)
                .orElse("");
    }

    private static String limit(Map<String, Object> pod, String container) {
        return Manifest.maps(pod, "spec", "containers").stream()
                .filter(c -> container.equals(c.get("name")))
                .flatMap(c -> Manifest.text(c, "resources", "limits", "memory").stream())
                .findFirst()
                .orElse("");
    }

    private static Optional<Problem> unscheduled(Map<String, Object> pod) {
        Optional<Map<?, ?>> condition =
                condition(pod, "PodScheduled").filter(scheduled -> "False".equals(scheduled.get("status")));
        return condition.map(scheduled -> {
            boolean gated = "SchedulingGated".equals(scheduled.get("reason"));
            return Problem.warning(
                    gated ? "KUBE-GATED" : "KUBE-UNSCHEDULABLE",
                    "pod " + Manifest.name(pod)
                            + (gated ? " may not be scheduled yet: " : " finds no Kubernetes node: ")
                            + brief(Manifest.text(scheduled, "message").orElse("")),
                    "the scheduler says so",
                    gated
                            ? "whoever put the gate on the pod has to take it away"
                            : "ask for less, add nodes, or mend nodeSelector and tolerations in node_config");
        });
    }

    private static Problem asWarning(Problem problem) {
        return new Problem(
                problem.code(), Problem.Level.WARNING, problem.what(), problem.why(), problem.fix(), problem.at());
    }

    private static String brief(String message) {
        String line = message.strip().replace('\n', ' ');
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }
}
