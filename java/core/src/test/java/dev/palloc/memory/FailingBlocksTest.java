package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FailingBlocksTest {
    private final BlockCache cache = new BlockCache(Platform.get());
    private final FailingBlocks blocks = new FailingBlocks(cache);

    @AfterEach
    void close() {
        blocks.close();
    }

    @Test
    void shouldPassEverythingOnAtFirst() {
        long block = blocks.take(1000);
        TestManager.writePattern(block, 1000, 1);
        block = blocks.resize(block, 1000, 5000);
        assertThat(TestManager.holdsPattern(block, 1000, 1)).isTrue();
        long retained = cache.retained();
        blocks.give(block, 5000);
        assertThat(cache.retained()).isGreaterThan(retained);
        assertThat(blocks.granted()).isEqualTo(2);
        assertThat(blocks.refused()).isZero();
        blocks.close();
        assertThat(cache.retained()).isZero();
    }

    @Test
    void shouldLeaveABlockAloneThatItRefusesToResize() {
        long block = blocks.take(1000);
        TestManager.writePattern(block, 1000, 2);
        blocks.refuseIf(size -> true);
        assertThat(blocks.resize(block, 1000, 5000)).isZero();
        assertThat(blocks.resize(block, 1000, 100)).isZero();
        assertThat(TestManager.holdsPattern(block, 1000, 2)).isTrue();
        blocks.refuseIf(size -> size > 1000);
        assertThat(blocks.resize(block, 1000, 1001)).isZero();
        assertThat(blocks.resize(block, 1000, 999)).isEqualTo(block);
        blocks.give(block, 999);
        assertThat(blocks.granted()).isEqualTo(2);
        assertThat(blocks.refused()).isEqualTo(3);
    }

    @Test
    void shouldRefuseTheOneRequestThatACounterPicks() {
        AtomicInteger requests = new AtomicInteger();
        blocks.refuseIf(size -> requests.incrementAndGet() == 2);
        long first = blocks.take(64);
        assertThat(blocks.take(64)).isZero();
        long third = blocks.take(64);
        assertThat(first).isNotZero();
        assertThat(third).isNotZero();
        blocks.give(first, 64);
        blocks.give(third, 64);
    }

    @Test
    void shouldCountWhatTheSourceRefuses() {
        assertThat(blocks.take(Long.MAX_VALUE)).isZero();
        assertThat(blocks.refused()).isEqualTo(1);
        assertThat(blocks.granted()).isZero();
    }

    @Test
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> new FailingBlocks(null));
        assertThatNullPointerException().isThrownBy(() -> blocks.refuseIf(null));
    }

    /** The comparisons after injected failures would otherwise prove nothing. */
    @Test
    void shouldShowEveryChangedByteInTheMemoryHash() {
        try (ParityDigest digest = new ParityDigest(Platform.get())) {
            // Blocks of an odd size.
            MemoryContext slab = digest.manager().createSlab(null, "slab", 331, 64);
            long block = slab.palloc(64) - Slab.FIRST_CHUNK - ChunkHeader.SIZE;
            long before = digest.memoryHash();
            for (int i = 0; i < 331; i++) {
                byte whole = RawMemory.getByte(block + i);
                RawMemory.putByte(block + i, (byte) (whole ^ 0x80));
                assertThat(digest.memoryHash()).as("byte %d", i).isNotEqualTo(before);
                RawMemory.putByte(block + i, whole);
                assertThat(digest.memoryHash()).isEqualTo(before);
            }
        }
    }
}
