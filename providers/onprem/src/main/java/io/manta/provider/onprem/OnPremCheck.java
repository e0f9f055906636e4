package io.manta.provider.onprem;

import io.manta.spi.model.NodeRole;
import io.manta.spi.model.Problem;
import io.manta.spi.provider.Preflight;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What can be said of the hosts before anything is done: who answers, who belongs to someone else. */
final class OnPremCheck {
    private final OnPremSettings settings;
    private final Map<Host, HostPool.Answer> answers;
    private final Machines machines;

    OnPremCheck(OnPremSettings settings, Map<Host, HostPool.Answer> answers, Machines machines) {
        this.settings = settings;
        this.answers = answers;
        this.machines = machines;
    }

    Preflight preflight() {
        List<Preflight.Finding> findings = new ArrayList<>();
        answers.forEach((host, answer) -> findings.add(finding(host, answer)));
        return new Preflight(findings);
    }

    // Without its head there is no cluster; without one of its workers there is a smaller one.
    private Preflight.Finding finding(Host host, HostPool.Answer answer) {
        String subject = host.role().tag() + " " + host.name();
        Optional<Problem> problem = answer.problem().or(() -> answer.look().flatMap(look -> found(host, look)));
        return problem.map(p -> Preflight.Finding.problem(subject, host.role() == NodeRole.HEAD ? p : asWarning(p)))
                .orElseGet(() -> Preflight.Finding.ok(subject, "answers"));
    }

    private Optional<Problem> found(Host host, HostLook look) {
        return look.claim()
                .filter(claim -> !claim.cluster().equals(settings.identity()))
                .map(claim -> OnPremProblems.taken(host.name(), claim))
                .or(() -> machines.warning(host, look));
    }

    private static Problem asWarning(Problem problem) {
        return new Problem(
                problem.code(), Problem.Level.WARNING, problem.what(), problem.why(), problem.fix(), problem.at());
    }
}
