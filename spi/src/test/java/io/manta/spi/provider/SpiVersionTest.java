package io.manta.spi.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class SpiVersionTest {
    private final SpiVersion ours = new SpiVersion(2, 3);

    @Test
    void whatWasMadeForTheSameMajorAndNoNewerMinorVersionWorks() {
        assertThat(ours.accepts(SpiVersion.of("2.3"))).isTrue();
        assertThat(ours.accepts(SpiVersion.of("2.0.7"))).isTrue();
        assertThat(ours.accepts(SpiVersion.of("2.4"))).isFalse();
        assertThat(ours.accepts(SpiVersion.of("1.3"))).isFalse();
        assertThat(ours.accepts(SpiVersion.of("3.0"))).isFalse();
    }

    @Test
    void whatIsNoVersionIsRefused() {
        for (String text : new String[] {"", "2", "2.x", "2.3.4.5", "latest"}) {
            assertThatThrownBy(() -> SpiVersion.of(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
