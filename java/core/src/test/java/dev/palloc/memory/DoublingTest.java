package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.palloc.platform.Platform;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An array that doubles comes to 1 GiB one day: the error says how to go on, and the huge call does. In checking mode a
 * sentinel would be written to an end that is only promised here.
 */
@Tag("production")
class DoublingTest {
    /** Promises any size and gives the first part of it: enough for headers, which is all that is written. */
    private static final class PromisingBlocks implements BlockSource {
        private static final long REAL = 1 << 20;

        private final BlockCache cache = new BlockCache(Platform.get());

        @Override
        public long take(long size) {
            return cache.take(Math.min(size, REAL));
        }

        @Override
        public void give(long address, long size) {
            cache.give(address, Math.min(size, REAL));
        }

        @Override
        public long resize(long address, long oldSize, long newSize) {
            return cache.resize(address, Math.min(oldSize, REAL), Math.min(newSize, REAL));
        }

        @Override
        public void close() {
            cache.close();
        }
    }

    @Test
    void doublingPastOneGibNamesTheWayOn() {
        try (MemoryManager manager = new MemoryManager(new PromisingBlocks())) {
            MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
            long size = 1 << 20;
            long pointer = set.palloc(size);
            while (2 * size <= AllocFlags.MAX_ALLOC_SIZE) {
                size *= 2;
                pointer = manager.repalloc(pointer, size);
            }
            assertThat(size).isEqualTo(1 << 29);
            long last = pointer;
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> manager.repalloc(last, 1 << 30))
                    .withMessageContaining("1073741824")
                    .withMessageContaining("HUGE");
            assertThatIllegalArgumentException().isThrownBy(() -> manager.repallocArray(last, 1 << 27, 8));
            assertThatIllegalArgumentException().isThrownBy(() -> set.pallocHuge(-1));
            for (; size <= 1L << 40; size *= 2) {
                pointer = manager.repallocHuge(pointer, size);
            }
            assertThat(set.memAllocated(false)).isGreaterThan(1L << 40);
            manager.pfree(pointer);
            manager.pfree(set.pallocHuge(1L << 41));
            manager.pfree(set.pallocArrayExtended(1L << 30, 8, AllocFlags.HUGE));
        }
    }
}
