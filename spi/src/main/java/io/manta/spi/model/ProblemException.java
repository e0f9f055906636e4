package io.manta.spi.model;

import java.util.List;

/** Carries problems through code that can do nothing about them up to where they are printed. */
public class ProblemException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    public ProblemException(List<Problem> problems) {
        super(problems.isEmpty() ? "unknown problem" : problems.getFirst().what());
        this.problems = List.copyOf(problems);
    }

    public ProblemException(Problem problem) {
        this(List.of(problem));
    }

    public ProblemException(Problem problem, Throwable cause) {
        super(problem.what(), cause);
        this.problems = List.of(problem);
    }

    public List<Problem> problems() {
        return problems;
    }

    public Problem problem() {
        return problems.getFirst();
    }
}
