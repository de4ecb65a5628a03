package dev.palloc.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AtomicRaceTest {
    @Test
    void nothingIsLostInAnyStrategy() {
        assertThat(AtomicRace.run()).isEmpty();
    }
}
