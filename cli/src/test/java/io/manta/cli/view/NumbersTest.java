package io.manta.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void shortestIsWrittenAsPythonWritesFloats() {
        assertThat(Numbers.shortest(0)).isEqualTo("0.0");
        assertThat(Numbers.shortest(2)).isEqualTo("2.0");
        assertThat(Numbers.shortest(0.5)).isEqualTo("0.5");
        assertThat(Numbers.shortest(1.0 - 0.9)).isEqualTo("0.1");
        assertThat(Numbers.shortest(20_000_000)).isEqualTo("20000000.0");
    }

    @Test
    void fixedKeepsItsDecimals() {
        assertThat(Numbers.fixed(0, 2)).isEqualTo("0.00");
        assertThat(Numbers.fixed(4.35799, 3)).isEqualTo("4.358");
    }
}
