package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The answer is believable, and is the first believable one in the order that palloc.h gives. */
class CacheLineTest {
    @BeforeAll
    static void load() {
        CLayer.load();
    }

    @Test
    void detectionTakesTheFirstBelievableSource() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = arena.allocate(palloc_cache_line.layout());
            palloc_h.palloc_cache_line_detect(result);

            int line = palloc_cache_line.line_bytes(result);
            int source = palloc_cache_line.source(result);
            assertThat(source).isBetween(palloc_h.PALLOC_SOURCE_CPUID_LEAF4(), palloc_h.PALLOC_SOURCE_DEFAULT());
            assertThat(believable(line)).as("line of %d bytes", line).isTrue();
            assertThat(line).isEqualTo(palloc_h.palloc_cache_line_ask(source));
            for (int earlier = palloc_h.PALLOC_SOURCE_CPUID_LEAF4(); earlier < source; earlier++) {
                int answer = palloc_h.palloc_cache_line_ask(earlier);
                assertThat(believable(answer))
                        .as("%d bytes from source %d, passed over for source %d", answer, earlier, source)
                        .isFalse();
            }
        }
    }

    private static boolean believable(int line) {
        return line >= palloc_h.PALLOC_LINE_MIN() && line <= palloc_h.PALLOC_LINE_MAX() && Integer.bitCount(line) == 1;
    }

    @Test
    void detectionWritesTheStructAndNothingElse() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment room = arena.allocate(3 * palloc_cache_line.sizeof(), 8);
            room.fill((byte) 0x5A);
            palloc_h.palloc_cache_line_detect(room.asSlice(palloc_cache_line.sizeof()));
            for (long i = 0; i < room.byteSize(); i++) {
                if (i / palloc_cache_line.sizeof() != 1) {
                    assertThat(room.get(palloc_h.C_CHAR, i)).as("byte %d", i).isEqualTo((byte) 0x5A);
                }
            }
        }
    }

    @Test
    void sourcesOfTheOtherArchitectureAndUnknownOnesSayNothing() {
        boolean arm = System.getProperty("os.arch").equals("aarch64");
        int[] silent = arm
                ? new int[] {palloc_h.PALLOC_SOURCE_CPUID_LEAF4(), palloc_h.PALLOC_SOURCE_CPUID_LEAF1(), 0, 7, -1}
                : new int[] {palloc_h.PALLOC_SOURCE_CTR_EL0(), 0, 7, -1};
        for (int source : silent) {
            assertThat(palloc_h.palloc_cache_line_ask(source))
                    .as("source %d", source)
                    .isZero();
        }
    }

    @Test
    void defaultIsTheConstant() {
        assertThat(palloc_h.palloc_cache_line_ask(palloc_h.PALLOC_SOURCE_DEFAULT()))
                .isEqualTo(palloc_h.PALLOC_LINE_DEFAULT());
    }
}
