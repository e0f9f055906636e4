package io.manta.spi.provider;

import io.manta.spi.model.Problem;
import java.util.List;
import java.util.Optional;

/**
 * What a provider found before anything was made.
 *
 * @param findings in the order looked at; a finding without a problem is fine
 */
public record Preflight(List<Finding> findings) {
    /** The subject of what is found of the user's own machine, where nodes are made of it. */
    public static final String THIS_MACHINE = "this machine";

    /**
     * One thing looked at.
     *
     * @param subject such as {@code credentials}
     * @param result what was found, in a few words
     */
    public record Finding(String subject, String result, Optional<Problem> problem) {
        public static Finding ok(String subject, String result) {
            return new Finding(subject, result, Optional.empty());
        }

        public static Finding problem(String subject, Problem problem) {
            return new Finding(subject, problem.what(), Optional.of(problem));
        }
    }

    public Preflight {
        findings = List.copyOf(findings);
    }

    public List<Problem> problems() {
        return findings.stream().flatMap(f -> f.problem().stream()).toList();
    }

    public boolean isClean() {
        return problems().stream().noneMatch(Problem::isError);
    }
}
