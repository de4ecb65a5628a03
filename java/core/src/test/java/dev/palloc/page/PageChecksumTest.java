package dev.palloc.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against what PostgreSQL 18.6 wrote into real files, and what a checksum is for. */
class PageChecksumTest {
    private static final int BYTES = RealPages.PAGE_BYTES;
    private static final long SEED = 20261207;

    private final Arena arena = Arena.ofConfined();

    @AfterEach
    void close() {
        arena.close();
    }

    @ParameterizedTest
    @EnumSource(RealPages.class)
    void everyPageOfARealFileIsValid(RealPages file) {
        long start = file.load(arena).address();

        assertThat(IntStream.range(0, file.pages()).filter(block -> {
                    long page = start + (long) block * BYTES;
                    return PageChecksum.stored(page) == PageChecksum.compute(page, BYTES, block)
                            && PageChecksum.isValid(page, BYTES, block);
                }))
                .hasSize(file.pages());
    }

    @Test
    void theFirstPagesOfPgProcHaveTheChecksumsThatWereRead() {
        long start = RealPages.PG_PROC.load(arena).address();

        assertThat(IntStream.range(0, 3).map(block -> PageChecksum.compute(start + (long) block * BYTES, BYTES, block)))
                .containsExactly(31677, 37894, 24481);
    }

    @Test
    void aPageInTheWrongPlaceIsNoticed() {
        long page = RealPages.PG_CLASS.load(arena).address();

        assertThat(IntStream.range(1, 1000).filter(block -> PageChecksum.isValid(page, BYTES, block)))
                .isEmpty();
    }

    @Test
    void aFlippedBitIsNoticedWhereverItIs() {
        MemorySegment page = RealPages.PG_CLASS.load(arena).asSlice(0, BYTES);

        for (int bit = 0; bit < BYTES * Byte.SIZE; bit += 5) {
            flip(page, bit);
            assertThat(PageChecksum.isValid(page.address(), BYTES, 0))
                    .as("with bit %d flipped", bit)
                    .isFalse();
            flip(page, bit);
        }
        assertThat(PageChecksum.isValid(page.address(), BYTES, 0)).isTrue();
    }

    private static void flip(MemorySegment page, int bit) {
        long offset = bit / Byte.SIZE;
        byte old = page.get(ValueLayout.JAVA_BYTE, offset);
        page.set(ValueLayout.JAVA_BYTE, offset, (byte) (old ^ 1 << bit % Byte.SIZE));
    }

    @Test
    void aTornPageIsNoticed() {
        MemorySegment pages = RealPages.PG_PROC.load(arena);

        for (int torn = 512; torn < BYTES; torn += 512) {
            MemorySegment page = arena.allocate(BYTES, Long.BYTES);
            page.copyFrom(pages.asSlice(BYTES, BYTES));
            MemorySegment.copy(pages, 2L * BYTES, page, 0, torn);
            assertThat(PageChecksum.isValid(page.address(), BYTES, 1))
                    .as("%d bytes of another", torn)
                    .isFalse();
        }
    }

    @Test
    void aPageOfZerosIsNewAndOneThatIsNotHasAChecksum() {
        MemorySegment page = arena.allocate(BYTES, Long.BYTES);
        assertThat(PageChecksum.isValid(page.address(), BYTES, 7)).isTrue();

        for (int bit = 0; bit < BYTES * Byte.SIZE; bit += 61) {
            flip(page, bit);
            assertThat(PageChecksum.isValid(page.address(), BYTES, 7))
                    .as("with bit %d set", bit)
                    .isFalse();
            flip(page, bit);
        }
    }

    @Test
    void theChecksumIsStoredBesideTheFlagsAndIsNeverZero() {
        Random random = new Random(SEED);
        MemorySegment page = arena.allocate(BYTES, Long.BYTES);
        for (int block = 0; block < 1000; block++) {
            page.set(ValueLayout.JAVA_LONG, random.nextInt(BYTES / Long.BYTES) * (long) Long.BYTES, random.nextLong());
            short flags = page.get(ValueLayout.JAVA_SHORT, PageChecksum.OFFSET + 2);

            PageChecksum.store(page.address(), BYTES, block);

            assertThat(PageChecksum.stored(page.address())).isBetween(1, 0xFFFF);
            assertThat(PageChecksum.isValid(page.address(), BYTES, block)).isTrue();
            assertThat(page.get(ValueLayout.JAVA_SHORT, PageChecksum.OFFSET + 2))
                    .isEqualTo(flags);
        }
    }

    /** The formula as it is written down, one lane after the other. The real files bind the seeds and 8192 bytes only. */
    @ParameterizedTest
    @ValueSource(ints = {128, 256, 512, 1024, 4096, 8192, 16384, 32768, 65536})
    void itIsTheFormulaForEverySize(int bytes) {
        Random random = new Random(SEED + bytes);
        MemorySegment page = arena.allocate(bytes, Long.BYTES);
        MemorySegment real = RealPages.PG_PROC.load(arena);
        page.copyFrom(real.asSlice(random.nextInt(64) * 8L, bytes));

        assertThat(PageChecksum.compute(page.address(), bytes, 0)).isEqualTo(formula(page, bytes));
    }

    private static int formula(MemorySegment page, int bytes) {
        int folded = 0;
        for (int lane = 0; lane < 32; lane++) {
            int sum = PageChecksum.seed(lane);
            for (int offset = lane * 4; offset < bytes; offset += 128) {
                int word = page.get(ValueLayout.JAVA_INT, offset);
                sum = step(sum, offset == 8 ? word & 0xFFFF0000 : word);
            }
            folded ^= step(step(sum, 0), 0);
        }
        return (int) ((folded & 0xFFFFFFFFL) % 65535) + 1;
    }

    private static int step(int sum, int word) {
        int mixed = sum ^ word;
        return (mixed * 16777619) ^ (mixed >>> 17);
    }
}
