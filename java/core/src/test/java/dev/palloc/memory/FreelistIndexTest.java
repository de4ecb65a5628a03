package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FreelistIndexTest {

    @Test
    void shouldNameTheSmallestClassThatHoldsTheSize() {
        for (int size = 0; size <= 8192; size++) {
            int index = FreelistIndex.of(size);
            assertThat(8 << index).as("class of %d", size).isGreaterThanOrEqualTo(size);
            if (index > 0) {
                assertThat(4 << index).as("class below that of %d", size).isLessThan(size);
            }
        }
        assertThat(FreelistIndex.of(8192)).isEqualTo(10);
    }
}
