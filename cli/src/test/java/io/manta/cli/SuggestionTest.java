package io.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> KNOWN = List.of("up", "down", "status", "rsync-up", "rsync-down");

    @Test
    void findsTheNearestWord() {
        assertThat(Suggestion.among("statsu", KNOWN)).contains("status");
        assertThat(Suggestion.among("rsyncup", KNOWN)).contains("rsync-up");
        assertThat(Suggestion.among("dwon", KNOWN)).contains("down");
    }

    @Test
    void staysSilentWhenNothingIsNear() {
        assertThat(Suggestion.among("kubernetes", KNOWN)).isEmpty();
    }

    @Test
    void swapOfNeighboursCountsOnce() {
        assertThat(Suggestion.distance("up", "pu")).isEqualTo(1);
        assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestion.distance("same", "same")).isZero();
    }
}
