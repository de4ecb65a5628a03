package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No memory: a clear error, and everything as before. */
class ExhaustionTest {
    /** Gives blocks while it may. */
    private static final class Rationed implements BlockSource {
        private final BlockCache cache = new BlockCache(Platform.get());
        private long largest = Long.MAX_VALUE;

        @Override
        public long take(long size) {
            return size > largest ? 0 : cache.take(size);
        }

        @Override
        public void give(long address, long size) {
            cache.give(address, size);
        }

        @Override
        public long resize(long address, long oldSize, long newSize) {
            return newSize > largest ? 0 : cache.resize(address, oldSize, newSize);
        }

        @Override
        public void close() {
            cache.close();
        }
    }

    private final Rationed blocks = new Rationed();
    private final MemoryManager manager = new MemoryManager(blocks);

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(ContextType type) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(null, "hungry", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(null, "hungry", BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(null, "hungry", 8192, 64);
            case BUMP -> manager.createBump(null, "hungry", BlockSizes.DEFAULT);
        };
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void shouldSayWhatFailedAndLoseNothing(ContextType type) {
        MemoryContext context = create(type);
        long size = 64;
        long pointer = context.palloc(size);
        TestManager.writePattern(pointer, size, 1);
        blocks.largest = 0;
        ContextCounters last = context.counters();
        boolean exhausted = false;
        for (int i = 0; i < 1000 && !exhausted; i++) {
            last = context.counters();
            exhausted = context.pallocExtended(size, AllocFlags.NO_OOM) == 0;
        }
        assertThat(exhausted).isTrue();
        assertThat(context.counters()).isEqualTo(last);
        assertThatThrownBy(() -> context.palloc(size))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining("64 bytes")
                .hasMessageContaining("\"hungry\"");
        assertThat(context.counters()).isEqualTo(last);
        blocks.largest = Long.MAX_VALUE;
        context.palloc(size);
        assertThat(TestManager.holdsPattern(pointer, size, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldKeepTheOldChunkWhenReallocFails(ContextType type) {
        MemoryContext context = create(type);
        for (long size : new long[] {100, 700_000}) {
            long pointer = context.palloc(size);
            TestManager.writePattern(pointer, size, 2);
            ContextCounters before = context.counters();
            blocks.largest = 0;
            assertThat(manager.repallocExtended(pointer, 100_000_000, AllocFlags.NO_OOM))
                    .isZero();
            assertThatThrownBy(() -> manager.repalloc(pointer, 100_000_000))
                    .isInstanceOf(MemoryExhaustedException.class)
                    .hasMessageContaining("100000000");
            blocks.largest = Long.MAX_VALUE;
            assertThat(context.counters()).isEqualTo(before);
            assertThat(TestManager.holdsPattern(pointer, size, 2)).isTrue();
            manager.pfree(manager.repalloc(pointer, 100_000_000));
        }
    }

    @Test
    void shouldKeepAnAlignedChunkWhenItsReallocFails() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        long pointer = set.pallocAligned(1000, 256);
        TestManager.writePattern(pointer, 1000, 3);
        ContextCounters before = set.counters();
        blocks.largest = 0;
        assertThat(manager.repallocExtended(pointer, 1_000_000, AllocFlags.NO_OOM))
                .isZero();
        assertThatThrownBy(() -> manager.repalloc(pointer, 1_000_000)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(set.counters()).isEqualTo(before);
        assertThat(TestManager.holdsPattern(pointer, 1000, 3)).isTrue();
        manager.pfree(pointer);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void shouldLeaveNoTraceOfAContextThatWasNotCreated(ContextType type) {
        blocks.largest = 0;
        assertThatThrownBy(() -> create(type))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining("\"hungry\"");
        assertThat(manager.contextCount()).isZero();
    }

    @Test
    void shouldHalveALargeBlockThatIsNotToBeHad() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        while (set.memAllocated(false) < 8 << 20) {
            set.palloc(8000);
        }
        long before = set.memAllocated(false);
        blocks.largest = 2 << 20;
        while (set.memAllocated(false) == before) {
            set.palloc(8000);
        }
        assertThat(set.memAllocated(false) - before).isEqualTo(2 << 20);
    }

    @Test
    void shouldNotCountAContextAsUsedAfterAFailure() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        blocks.largest = 0;
        assertThatThrownBy(() -> set.palloc(100_000)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(set.pallocExtended(100_000, AllocFlags.NO_OOM)).isZero();
        assertThat(set.pallocAligned(100_000, 64, AllocFlags.NO_OOM)).isZero();
        assertThat(set.isReset()).isTrue();
        assertThat(set.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 7952));
    }
}
