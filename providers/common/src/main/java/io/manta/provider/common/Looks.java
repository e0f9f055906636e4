package io.manta.provider.common;

import io.manta.spi.provider.Preflight.Finding;
import io.manta.spi.provider.ProviderException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at several subjects at the same time before anything is made. A look that fails is a finding of its subject. */
public final class Looks {
    private final Map<String, Look> looks = new LinkedHashMap<>();

    /** Looks at one subject. */
    @FunctionalInterface
    public interface Look {
        List<Finding> look() throws ProviderException, InterruptedException;
    }

    public void add(String subject, Look look) {
        looks.put(subject, look);
    }

    /** In the order in which they were added. */
    public List<Finding> findings() {
        var findings = new ArrayList<Finding>();
        try (var together = new Together()) {
            var outcomes = new LinkedHashMap<String, Together.Outcome<List<Finding>>>();
            looks.forEach((subject, look) -> outcomes.put(subject, together.begin(look::look)));
            outcomes.forEach((subject, outcome) -> findings.addAll(of(subject, outcome::get)));
        }
        return findings;
    }

    /** The findings of one look. */
    public static List<Finding> of(String subject, Look look) {
        try {
            return look.look();
        } catch (ProviderException e) {
            return List.of(Finding.problem(subject, e.problem()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }
}
