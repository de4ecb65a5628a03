package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A source promises nothing about the content of its blocks, and a new context reads none of it. */
@Tag("any-mode")
class UsedMemoryTest {
    /** Every byte of every block is set. */
    private static final class UsedBlocks implements BlockSource {
        private final BlockCache cache = new BlockCache(Platform.get());

        @Override
        public long take(long size) {
            long block = cache.take(size);
            RawMemory.fill(block, size, (byte) 0xFF);
            return block;
        }

        @Override
        public void give(long address, long size) {
            cache.give(address, size);
        }

        @Override
        public long resize(long address, long oldSize, long newSize) {
            return cache.resize(address, oldSize, newSize);
        }

        @Override
        public void close() {
            cache.close();
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void aContextBornInItIsAsNew(ContextType type) {
        try (MemoryManager manager = new MemoryManager(new UsedBlocks())) {
            MemoryContext context = TestContexts.root(manager, type);
            // A hook that is none would be looked for at every reset.
            assertThat(RawMemory.getByte(context.liveAddress("test") + ContextLayout.HOOKS))
                    .isZero();
            assertThat(context.isReset()).isTrue();
            assertThat(context.isEmpty()).isTrue();
            assertThat(context.parent()).isNull();
            assertThat(context.firstChild()).isNull();
            MemoryContext child = TestContexts.child(manager, context, type, "child");
            assertThat(context.firstChild()).isSameAs(child);
            assertThat(child.nextSibling()).isNull();
            for (int i = 0; i < 100; i++) {
                TestContexts.write(child.allocate(1000), i);
            }
            manager.check();
            context.reset();
        }
    }
}
