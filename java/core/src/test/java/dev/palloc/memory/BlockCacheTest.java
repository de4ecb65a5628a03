package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BlockCacheTest {
    private final BlockCache cache = new BlockCache(Platform.get());

    @AfterEach
    void close() {
        cache.close();
    }

    @Test
    void shouldHoldEverySizeInAClassThatWastesAtMostAnEighth() {
        long size = 16;
        while (size <= BlockSizeClass.LIMIT) {
            int sizeClass = BlockSizeClass.of(size);
            long capacity = BlockSizeClass.capacity(sizeClass);
            assertThat(sizeClass).isBetween(0, BlockSizeClass.COUNT - 1);
            assertThat(capacity).as("size %d", size).isGreaterThanOrEqualTo(size);
            assertThat(capacity - size).as("waste of %d", size).isLessThanOrEqualTo(Math.max(63, size / 8));
            if (sizeClass > 0) {
                assertThat(BlockSizeClass.capacity(sizeClass - 1)).isLessThan(size);
            }
            size += 1 + size / 500;
        }
        for (long power = 64; power <= BlockSizeClass.LIMIT; power <<= 1) {
            assertThat(BlockSizeClass.capacity(BlockSizeClass.of(power))).isEqualTo(power);
        }
        assertThat(BlockSizeClass.of(BlockSizeClass.LIMIT)).isEqualTo(BlockSizeClass.COUNT - 1);
    }

    @Test
    void shouldServeWhatCameBack() {
        long first = cache.take(8192);
        long second = cache.take(8192);
        cache.give(first, 8192);
        cache.give(second, 8192);
        assertThat(cache.retained()).isEqualTo(2 * 8192);
        assertThat(cache.take(8192)).isEqualTo(second);
        assertThat(cache.take(8100)).isEqualTo(first);
        assertThat(cache.retained()).isZero();
        assertThat(cache.segmentsTaken()).isEqualTo(2);
        cache.give(first, 8100);
        cache.give(second, 8192);
    }

    @Test
    void shouldAlignBlocks() {
        for (long alignment : new long[] {64, 4096, 65_536}) {
            try (BlockCache aligned = new BlockCache(Platform.get(), alignment, 1 << 20)) {
                for (long size : new long[] {16, 1000, 1024, 100_000, 40 << 20}) {
                    long block = aligned.take(size);
                    assertThat(block % alignment).isZero();
                    aligned.give(block, size);
                }
            }
        }
    }

    @Test
    void shouldKeepNoMoreThanItsLimit() {
        try (BlockCache small = new BlockCache(Platform.get(), 64, 20_000)) {
            long[] blocks = new long[5];
            for (int i = 0; i < blocks.length; i++) {
                blocks[i] = small.take(8192);
            }
            for (long block : blocks) {
                small.give(block, 8192);
            }
            assertThat(small.retained()).isEqualTo(16_384);
            long large = small.take(BlockCache.LARGEST_KEPT + 1);
            small.give(large, BlockCache.LARGEST_KEPT + 1);
            assertThat(small.retained()).isEqualTo(16_384);
        }
    }

    @Test
    void shouldResizeWithinTheClassInPlaceAndMoveTheContentElsewhere() {
        long block = cache.take(10_000);
        TestManager.writePattern(block, 10_000, 4);
        assertThat(cache.resize(block, 10_000, 10_200)).isEqualTo(block);
        long moved = cache.resize(block, 10_200, 50_000_000);
        assertThat(TestManager.holdsPattern(moved, 10_000, 4)).isTrue();
        long back = cache.resize(moved, 50_000_000, 5000);
        assertThat(TestManager.holdsPattern(back, 5000, 4)).isTrue();
        cache.give(back, 5000);
    }

    @Test
    void shouldAnswerAbsurdSizesWithNothing() {
        assertThat(cache.take(Long.MAX_VALUE)).isZero();
        assertThat(cache.take(1L << 60)).isZero();
    }
}
