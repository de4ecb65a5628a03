package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.palloc.bindings.palloc_h;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CacheLineTest {
    @ParameterizedTest
    @CsvSource({"16,128", "64,128", "128,128", "256,256", "2048,2048"})
    void paddingIsTheLineButNeverLessThan128(int bytes, int padding) {
        assertThat(new CacheLine(bytes, CacheLine.Source.SYSFS).padding()).isEqualTo(padding);
    }

    @Test
    void sourcesAreNumberedAsInTheCLayer() {
        Map<CacheLine.Source, Integer> numbers = Map.of(
                CacheLine.Source.CPUID_LEAF4, palloc_h.PALLOC_SOURCE_CPUID_LEAF4(),
                CacheLine.Source.CPUID_LEAF1, palloc_h.PALLOC_SOURCE_CPUID_LEAF1(),
                CacheLine.Source.CTR_EL0, palloc_h.PALLOC_SOURCE_CTR_EL0(),
                CacheLine.Source.SYSCONF, palloc_h.PALLOC_SOURCE_SYSCONF(),
                CacheLine.Source.SYSFS, palloc_h.PALLOC_SOURCE_SYSFS(),
                CacheLine.Source.DEFAULT, palloc_h.PALLOC_SOURCE_DEFAULT());

        assertThat(numbers).containsOnlyKeys(CacheLine.Source.values());
        numbers.forEach((source, number) ->
                assertThat(CacheLine.Source.ofNumber(number)).isEqualTo(source));
    }

    @Test
    void boundsAreThoseOfTheCLayer() {
        assertThat(CacheLine.MIN_BYTES).isEqualTo(palloc_h.PALLOC_LINE_MIN());
        assertThat(CacheLine.MAX_BYTES).isEqualTo(palloc_h.PALLOC_LINE_MAX());
        assertThat(CacheLine.DEFAULT_BYTES).isEqualTo(palloc_h.PALLOC_LINE_DEFAULT());
    }

    @Test
    void theSmallestAlignmentIsThatOfTheCLayer() {
        assertThat(Platform.MIN_ALIGNMENT).isEqualTo(palloc_h.PALLOC_MIN_ALIGNMENT());
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 32, 64, 128, 256, 512, 1024, 2048})
    void powersOfTwoWithinTheBoundsAreBelieved(long bytes) {
        assertThat(CacheLine.believable(bytes)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 8, 15, 17, 63, 65, 96, 4096, -1, -64, Long.MIN_VALUE, (1L << 32) + 64, 1L << 38})
    void nothingElseIs(long bytes) {
        assertThat(CacheLine.believable(bytes)).isFalse();
    }

    @Test
    void aLineThatCannotBeIsNotMade() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CacheLine(63, CacheLine.Source.SYSFS))
                .withMessage("a cache line of 63 bytes: not a power of two from 16 to 2048");
        assertThatNullPointerException()
                .isThrownBy(() -> new CacheLine(64, null))
                .withMessage("source");
    }
}
