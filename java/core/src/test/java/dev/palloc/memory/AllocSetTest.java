package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.InvalidChunkException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("any-mode")
class AllocSetTest {
    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(BlockSizes sizes) {
        return manager.createAllocSet(null, "test", sizes);
    }

    @Test
    @Tag("production")
    void shouldRepeatTheWorkedExampleOfTheServer() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        assertThat(set.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 7952));
        assertThat(set.counters().usedSpace()).isEqualTo(240);

        long[] sizes = {0, 8, 9, 100, 1024, 8192, 8193, 100_000};
        String[] words = {
            "000000a000000003", "000000e000000003", "0000012000000023", "0000018000000083",
            "000003a0000000e3", "000000a000000143", "b1a8db858eb6efb3", "b1a8db858eb6efb3"
        };
        long[] spaces = {16, 16, 24, 136, 1032, 8200, 8208, 100_008};
        for (int i = 0; i < sizes.length; i++) {
            long pointer = set.palloc(sizes[i]);
            assertThat(TestManager.hexWord(pointer)).as("size %d", sizes[i]).isEqualTo(words[i]);
            assertThat(manager.chunkSpace(pointer)).as("size %d", sizes[i]).isEqualTo(spaces[i]);
            assertThat(manager.chunkContext(pointer)).isSameAs(set);
        }
        assertThat(set.memAllocated(false)).isEqualTo(132_872);
        assertThat(set.counters()).isEqualTo(new ContextCounters(4, 4, 132_872, 14_872));
    }

    @ParameterizedTest
    @CsvSource({"8388608, 8192", "32768, 4096", "8192, 1024", "1024, 128"})
    void shouldDeriveTheChunkLimit(long maxBlockSize, int limit) {
        assertThat(AllocSet.chunkLimit(maxBlockSize)).isEqualTo(limit);
    }

    @Test
    void shouldStartASmallContextWith784Bytes() {
        assertThat(create(BlockSizes.SMALL).counters()).isEqualTo(new ContextCounters(1, 0, 1024, 784));
    }

    @Test
    void shouldDoubleBlocksFromTheInitialSizeToTheLargest() {
        MemoryContext set = create(new BlockSizes(0, 8192, 32768));
        long before = set.memAllocated(false);
        long[] expected = {8192, 16384, 32768, 32768};
        for (long blockSize : expected) {
            while (set.memAllocated(false) == before) {
                set.palloc(1000);
            }
            assertThat(set.memAllocated(false) - before).isEqualTo(blockSize);
            before = set.memAllocated(false);
        }
    }

    @Test
    @Tag("production")
    void shouldServeAFreedChunkOfTheClassFirst() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long first = set.palloc(100);
        long second = set.palloc(128);
        String word = TestManager.hexWord(first);
        manager.pfree(first);
        manager.pfree(second);
        assertThat(set.palloc(65)).isEqualTo(second);
        assertThat(set.palloc(128)).isEqualTo(first);
        assertThat(TestManager.hexWord(first)).isEqualTo(word);
        assertThat(set.memAllocated(false)).isEqualTo(8192);
    }

    @Test
    @Tag("production")
    void shouldSalvageTheTailOfAnAbandonedBlock() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        // 7952 bytes: seven chunks of 1032 leave 728, which is cut into 512 + 128 + 64 - 8 bytes of headers each.
        long last = 0;
        for (int i = 0; i < 8; i++) {
            last = set.palloc(1024);
        }
        assertThat(set.counters().blocks()).isEqualTo(2);
        assertThat(TestManager.hexWord(last)).isEqualTo("000000a0000000e3");
        // 728 - 520 = 208; 208 - 136 = 72; 72 - 72 = 0.
        assertThat(set.counters().freeChunks()).isEqualTo(3);
        assertThat(ChunkHeader.value(TestManager.word(set.palloc(512)))).isEqualTo(6);
        assertThat(ChunkHeader.value(TestManager.word(set.palloc(128)))).isEqualTo(4);
        assertThat(ChunkHeader.value(TestManager.word(set.palloc(64)))).isEqualTo(3);
        assertThat(set.counters().freeChunks()).isZero();
    }

    @Test
    void shouldKeepOnlyTheKeeperAtReset() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long first = set.palloc(64);
        for (int i = 0; i < 1000; i++) {
            set.palloc(1 + i * 37 % 9000);
        }
        set.reset();
        assertThat(set.memAllocated(false)).isEqualTo(8192);
        assertThat(set.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 7952));
        assertThat(set.isReset()).isTrue();
        assertThat(set.palloc(64)).isEqualTo(first);
        assertThat(set.isReset()).isFalse();
    }

    @Test
    @Tag("production")
    void shouldGiveADedicatedBlockBackWhenItsChunkIsFreed() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long first = set.palloc(10_000);
        long second = set.palloc(20_000);
        long third = set.palloc(30_000);
        assertThat(set.memAllocated(false)).isEqualTo(8192 + 60_000 + 3 * 48);
        manager.pfree(second);
        manager.pfree(first);
        manager.pfree(third);
        assertThat(set.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 7952));
    }

    @Test
    @Tag("production")
    void shouldReallocInEveryWay() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long pointer = set.palloc(10);
        TestManager.writePattern(pointer, 10, 7);
        assertThat(manager.repalloc(pointer, 16)).isEqualTo(pointer);
        assertThat(manager.repalloc(pointer, 0)).isEqualTo(pointer);

        long grown = manager.repalloc(pointer, 17);
        assertThat(grown).isNotEqualTo(pointer);
        assertThat(TestManager.holdsPattern(grown, 10, 7)).isTrue();
        assertThat(set.palloc(16)).as("the old chunk was freed").isEqualTo(pointer);

        long external = manager.repalloc(grown, 9000);
        assertThat(ChunkHeader.isExternal(TestManager.word(external))).isTrue();
        assertThat(TestManager.holdsPattern(external, 10, 7)).isTrue();
        TestManager.writePattern(external, 9000, 3);

        long larger = manager.repalloc(external, 1_000_000);
        assertThat(TestManager.holdsPattern(larger, 9000, 3)).isTrue();
        assertThat(set.memAllocated(false)).isEqualTo(8192 + 1_000_000 + 48);

        long tiny = manager.repalloc(larger, 1);
        assertThat(ChunkHeader.isExternal(TestManager.word(tiny)))
                .as("external for life")
                .isTrue();
        assertThat(TestManager.holdsPattern(tiny, 1, 3)).isTrue();
        assertThat(set.memAllocated(false)).isEqualTo(8192 + 8 + 48);
        manager.pfree(tiny);
        assertThat(set.memAllocated(false)).isEqualTo(8192);
    }

    @Test
    void shouldFixTheLinksOfANeighbourWhenADedicatedBlockMoves() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long[] chunks = new long[5];
        for (int i = 0; i < chunks.length; i++) {
            chunks[i] = set.palloc(10_000);
            TestManager.writePattern(chunks[i], 10_000, i);
        }
        for (int i : new int[] {2, 0, 4}) {
            chunks[i] = manager.repalloc(chunks[i], 500_000);
        }
        for (int i = 0; i < chunks.length; i++) {
            assertThat(TestManager.holdsPattern(chunks[i], 10_000, i)).isTrue();
        }
        assertThat(set.counters().blocks()).isEqualTo(6);
        for (long chunk : chunks) {
            manager.pfree(chunk);
        }
        assertThat(set.counters().blocks()).isEqualTo(1);
        assertThat(set.memAllocated(false)).isEqualTo(8192);
    }

    @Test
    void shouldRecycleAContextWithTheChunkLimitOfItsFirstLife() {
        create(BlockSizes.SMALL).delete();
        MemoryContext second = create(BlockSizes.START_SMALL);
        assertThat(ChunkHeader.isExternal(TestManager.word(second.palloc(2000))))
                .isTrue();
        MemoryContext fresh = create(BlockSizes.START_SMALL);
        assertThat(ChunkHeader.isExternal(TestManager.word(fresh.palloc(2000)))).isFalse();
    }

    @Test
    void shouldRecycleLastInFirstOutAndForgetAllWhenTheListIsFull() {
        MemoryContext[] contexts = new MemoryContext[RecycledContexts.MAX + 1];
        long[] pointers = new long[contexts.length];
        for (int i = 0; i < contexts.length; i++) {
            contexts[i] = create(BlockSizes.DEFAULT);
            pointers[i] = contexts[i].palloc(8);
        }
        for (int i = 0; i < 2; i++) {
            contexts[i].delete();
        }
        assertThat(create(BlockSizes.DEFAULT).palloc(8)).isEqualTo(pointers[1]);
        assertThat(create(BlockSizes.DEFAULT).palloc(8)).isEqualTo(pointers[0]);
        for (int i = 2; i < contexts.length; i++) {
            contexts[i].delete();
        }
        assertThat(manager.recycled().head(0)).isNotZero();
        create(BlockSizes.DEFAULT).delete();
    }

    @Test
    void shouldFindASecondFreeOfADedicatedBlock() {
        MemoryContext set = create(BlockSizes.DEFAULT);
        long pointer = set.palloc(10_000);
        manager.pfree(pointer);
        assertThatThrownBy(() -> manager.pfree(pointer))
                .isInstanceOf(InvalidChunkException.class)
                .hasMessageContaining("0x" + Long.toHexString(pointer))
                .hasMessageContaining("freed already");
        assertThat(set.memAllocated(false)).isEqualTo(8192);
    }
}
