package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments come aligned and whole, and each cause of a refusal has its own code, in both functions. */
class SegmentsTest {
    private static final List<LongBinaryOperator> BOTH =
            List.of(palloc_h::palloc_segment_alloc, palloc_h::palloc_segment_alloc_zeroed);

    @BeforeAll
    static void load() {
        CLayer.load();
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 16, 64, 128, 4096, 2L << 20})
    void segmentIsAlignedAndUsableToItsLastByte(long alignment) {
        for (LongBinaryOperator alloc : BOTH) {
            for (long size : new long[] {1, 100, alignment, 3 * alignment + 1}) {
                long address = alloc.applyAsLong(alignment, size);
                assertThat(address).isPositive();
                assertThat(address % alignment).as("rest of %x", address).isZero();
                segment(address, size).fill((byte) 0x7F);
                palloc_h.palloc_segment_free(address);
            }
        }
    }

    @Test
    void zeroedSegmentIsZeroEvenWhereMemoryIsRecycled() {
        for (long size : new long[] {24, 1000, 100_000}) {
            long dirty = palloc_h.palloc_segment_alloc(64, size);
            segment(dirty, size).fill((byte) 0x7F);
            palloc_h.palloc_segment_free(dirty);

            long address = palloc_h.palloc_segment_alloc_zeroed(64, size);
            assertThat(address).isPositive();
            assertThat(segment(address, size).toArray(palloc_h.C_CHAR)).containsOnly(0);
            palloc_h.palloc_segment_free(address);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "4", "12", "24", "-8", "9223372036854775807"})
    void badAlignment(long alignment) {
        refused(alignment, 100, palloc_h.PALLOC_EALIGN());
    }

    @Test
    void noSize() {
        refused(64, 0, palloc_h.PALLOC_ESIZE());
    }

    @ParameterizedTest
    @CsvSource({"64, -1", "64, 9223372036854775807", "8, -9223372036854775808", "-9223372036854775808, 1"})
    void sizeBeyondAnyMemory(long alignment, long size) {
        refused(alignment, size, palloc_h.PALLOC_EOVERFLOW());
    }

    /** More than an address space of 57 bits holds, so no setting of overcommit makes it succeed. */
    @Test
    void sizeBeyondThisMachine() {
        refused(64, 1L << 60, palloc_h.PALLOC_ENOMEM());
    }

    @Test
    void firstCauseInTheOrderOfTheCodesIsReported() {
        refused(3, 0, palloc_h.PALLOC_EALIGN());
        refused(3, -1, palloc_h.PALLOC_EALIGN());
        refused(Long.MIN_VALUE, 0, palloc_h.PALLOC_ESIZE());
    }

    private static void refused(long alignment, long size, int code) {
        for (LongBinaryOperator alloc : BOTH) {
            assertThat(alloc.applyAsLong(alignment, size)).isEqualTo(code);
        }
    }

    @Test
    void codesAreDistinctAndNoAddresses() {
        int[] codes = codes();
        assertThat(codes).doesNotHaveDuplicates();
        for (int code : codes) {
            assertThat(code).isNegative();
        }
    }

    @Test
    void freeIgnoresWhatIsNoSegment() {
        palloc_h.palloc_segment_free(0);
        for (int code : codes()) {
            palloc_h.palloc_segment_free(code);
        }
        // Only a live heap proves that nothing was freed.
        segmentIsAlignedAndUsableToItsLastByte(64);
    }

    private static int[] codes() {
        return new int[] {
            palloc_h.PALLOC_EALIGN(), palloc_h.PALLOC_ESIZE(), palloc_h.PALLOC_EOVERFLOW(), palloc_h.PALLOC_ENOMEM()
        };
    }

    @SuppressWarnings("restricted") // an address of C, as the library hands it out
    private static MemorySegment segment(long address, long size) {
        return MemorySegment.ofAddress(address).reinterpret(size);
    }
}
