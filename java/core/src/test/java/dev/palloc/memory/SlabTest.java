package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-mode")
class SlabTest {
    private static final int PER_BLOCK = 113;

    private final MemoryManager manager = TestManager.create();
    private final MemoryContext slab = manager.createSlab(null, "test", 8192, 64);

    @AfterEach
    void close() {
        manager.close();
    }

    @Test
    @Tag("production")
    void shouldMatchTheServersFigures() {
        assertThat(slab.memAllocated(false)).isZero();
        long pointer = slab.palloc(64);
        assertThat(TestManager.hexWord(pointer)).isEqualTo("000000c000000805");
        assertThat(manager.chunkSpace(pointer)).isEqualTo(72);
        assertThat(manager.chunkContext(pointer)).isSameAs(slab);
        assertThat(slab.counters()).isEqualTo(new ContextCounters(1, 112, 176 + 8192, 8064));
        assertThat(slab.memAllocated(false)).isEqualTo(8192);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 1", "3, 1", "4, 2", "113, 6", "127, 6", "128, 7"})
    void shouldDeriveTheListShift(int chunksPerBlock, int shift) {
        assertThat(Slab.listShift(chunksPerBlock)).isEqualTo(shift);
    }

    @Test
    void shouldRefuseAnyOtherSize() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> slab.palloc(63))
                .withMessageContaining("\"test\"")
                .withMessageContaining("63")
                .withMessageContaining("64");
        assertThat(slab.isReset()).isTrue();
        long pointer = slab.palloc(64);
        assertThat(manager.repalloc(pointer, 64)).isEqualTo(pointer);
        assertThatIllegalArgumentException().isThrownBy(() -> manager.repalloc(pointer, 65));
        assertThatIllegalArgumentException().isThrownBy(() -> slab.pallocAligned(64, 64));
    }

    @Test
    void shouldRaiseSmallChunksTo8AndAskForJustThat() {
        MemoryContext tiny = manager.createSlab(null, "tiny", 1024, 3);
        tiny.palloc(8);
        assertThatIllegalArgumentException().isThrownBy(() -> tiny.palloc(3));
    }

    @Test
    @Tag("production")
    void shouldServeFreedChunksBeforeUnusedOnes() {
        long first = slab.palloc(64);
        long second = slab.palloc(64);
        manager.pfree(first);
        manager.pfree(second);
        // The block is empty now and kept; its free list stays.
        assertThat(slab.palloc(64)).isEqualTo(second);
        assertThat(slab.palloc(64)).isEqualTo(first);
        assertThat(slab.palloc(64)).isEqualTo(second + 72);
    }

    @Test
    @Tag("production")
    void shouldFillTheFullestBlockFirst() {
        long[] chunks = allocate(3 * PER_BLOCK);
        // 80 free in the first block: list 2. 10 free in the second: list 1, which is preferred.
        for (int i = 0; i < 80; i++) {
            manager.pfree(chunks[i]);
        }
        for (int i = 0; i < 10; i++) {
            manager.pfree(chunks[PER_BLOCK + i]);
        }
        assertThat(slab.palloc(64)).isEqualTo(chunks[PER_BLOCK + 9]);
        for (int i = 8; i >= 0; i--) {
            assertThat(slab.palloc(64)).isEqualTo(chunks[PER_BLOCK + i]);
        }
        assertThat(slab.palloc(64)).as("list 1 is empty, list 2 is next").isEqualTo(chunks[79]);
    }

    @Test
    @Tag("production")
    void shouldKeepTenEmptyBlocksAndGiveFurtherOnesBack() {
        long[] chunks = allocate(13 * PER_BLOCK);
        assertThat(slab.memAllocated(false)).isEqualTo(13 * 8192);
        for (long chunk : chunks) {
            manager.pfree(chunk);
        }
        assertThat(slab.memAllocated(false)).isEqualTo(10 * 8192);
        assertThat(slab.counters()).isEqualTo(new ContextCounters(0, 0, 176 + 10 * 8192, 0));
        assertThat(slab.isEmpty()).isFalse();
        allocate(10 * PER_BLOCK);
        assertThat(slab.memAllocated(false)).isEqualTo(10 * 8192);
        slab.reset();
        assertThat(slab.memAllocated(false)).isZero();
        assertThat(slab.isEmpty()).isTrue();
    }

    @Test
    void shouldWorkWithOneChunkInABlock() {
        MemoryContext single = manager.createSlab(null, "single", 1024, 900);
        long first = single.palloc(900);
        long second = single.palloc(900);
        assertThat(single.memAllocated(false)).isEqualTo(2048);
        manager.pfree(first);
        assertThat(single.palloc(900)).isEqualTo(first);
        manager.pfree(second);
        manager.pfree(first);
        assertThat(single.memAllocated(false)).isEqualTo(2048);
    }

    private long[] allocate(int count) {
        long[] chunks = new long[count];
        for (int i = 0; i < count; i++) {
            chunks[i] = slab.palloc(64);
        }
        return chunks;
    }
}
