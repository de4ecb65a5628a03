package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cache of a shared manager, which gives nothing back to the platform before its end. */
@Tag("any-mode")
class KeepingCacheTest {
    private final BlockCache cache = BlockCache.keepingAll(Platform.get());

    @AfterEach
    void close() {
        cache.close();
    }

    @Test
    void keepsMoreThanAnOrdinaryCacheMay() {
        assertThat(cache.retainLimit()).isEqualTo(Long.MAX_VALUE);
        long[] blocks = new long[10];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = cache.take(16 << 20);
        }
        for (long block : blocks) {
            cache.give(block, 16 << 20);
        }
        assertThat(cache.retained()).isEqualTo(160 << 20).isGreaterThan(BlockCache.DEFAULT_RETAIN_LIMIT);
        for (int i = 0; i < blocks.length; i++) {
            cache.take(16 << 20);
        }
        assertThat(cache.segmentsTaken()).isEqualTo(10);
        for (long block : blocks) {
            cache.give(block, 16 << 20);
        }
    }

    @Test
    void keepsBlocksAboveTheLargestOrdinaryOne() {
        long size = BlockCache.LARGEST_KEPT + 12_345;
        long block = cache.take(size);
        RawMemory.putLong(block + size - 8, 77);
        cache.give(block, size);
        assertThat(cache.retained()).isGreaterThanOrEqualTo(size);
        assertThat(RawMemory.getLong(block + size - 8)).as("still mapped").isEqualTo(77);
        assertThat(cache.take(size - 100)).isEqualTo(block);
        cache.give(block, size - 100);
        assertThat(cache.segmentsTaken()).isEqualTo(1);
    }

    @Test
    void keepsTheOldPlaceOfABlockThatMoves() {
        long block = cache.take(40 << 20);
        RawMemory.putLong(block, 42);
        RawMemory.putLong(block + (20 << 20), 43);
        long moved = cache.resize(block, 40 << 20, 60 << 20);
        assertThat(moved).isNotEqualTo(block);
        assertThat(RawMemory.getLong(moved)).isEqualTo(42);
        assertThat(RawMemory.getLong(block + (20 << 20))).isEqualTo(43);
        assertThat(cache.retained()).isEqualTo(40 << 20);
        cache.give(moved, 60 << 20);
    }

    /** What it keeps is not given up for a request that is not to be had. */
    @Test
    void keepsAllEvenWhenMemoryIsOut() {
        long block = cache.take(1 << 20);
        cache.give(block, 1 << 20);
        assertThat(cache.take(1L << 55)).isZero();
        assertThat(cache.take(Long.MAX_VALUE)).isZero();
        assertThat(cache.retained()).isEqualTo(1 << 20);
        assertThat(cache.take(1 << 20)).isEqualTo(block);
        cache.give(block, 1 << 20);
    }

    @Test
    void givesAllBackAtItsEnd() {
        cache.give(cache.take(100_000), 100_000);
        assertThat(cache.retained()).isPositive();
        cache.close();
        assertThat(cache.retained()).isZero();
    }
}
