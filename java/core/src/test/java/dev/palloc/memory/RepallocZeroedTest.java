package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A chunk that grows keeps what it has, and what is new is clear. */
@Tag("any-mode")
class RepallocZeroedTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);

    @AfterEach
    void close() {
        manager.close();
    }

    private static void assertZero(long pointer, long from, long to) {
        for (long i = from; i < to; i++) {
            assertThat(RawMemory.getByte(pointer + i)).as("byte %d", i).isZero();
        }
    }

    /** A freed chunk that is full of other bytes is what the next of its size gets. */
    private void dirty(long size) {
        long pointer = set.palloc(size);
        RawMemory.fill(pointer, size, (byte) 0xAA);
        manager.pfree(pointer);
    }

    @Test
    void repallocZeroedClearsWhatIsNew() {
        for (long oldSize : new long[] {0, 1, 10, 100, 9000}) {
            for (long newSize : new long[] {oldSize, oldSize + 1, oldSize + 6, 2 * oldSize + 50, 20_000}) {
                dirty(newSize);
                long pointer = set.palloc(oldSize);
                // Beyond what was asked for as well: that may be dirt of an earlier owner.
                TestManager.writePattern(pointer, oldSize, 3);
                pointer = manager.repallocZeroed(pointer, oldSize, newSize);
                assertThat(TestManager.holdsPattern(pointer, oldSize, 3)).isTrue();
                assertZero(pointer, oldSize, newSize);
                manager.pfree(pointer);
            }
        }
    }

    @Test
    void repallocZeroedClearsWithinTheChunkToo() {
        assumeFalse(Checking.ENABLED, "a sentinel lies there");
        long pointer = set.palloc(20);
        RawMemory.fill(pointer, 32, (byte) 0xAA);
        assertThat(manager.repallocZeroed(pointer, 20, 32)).isEqualTo(pointer);
        assertZero(pointer, 20, 32);
        assertThat(RawMemory.getByte(pointer + 19)).isEqualTo((byte) 0xAA);
    }

    @Test
    void repallocZeroedRefusesToShrink() {
        long pointer = set.palloc(100);
        TestManager.writePattern(pointer, 100, 1);
        for (long[] sizes : new long[][] {{100, 99}, {-1, 10}, {1, -1}, {Long.MAX_VALUE, 0}}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> manager.repallocZeroed(pointer, sizes[0], sizes[1]))
                    .withMessageContaining("from " + sizes[0] + " to " + sizes[1]);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manager.repallocArrayZeroed(pointer, 10, 9, 8))
                .withMessageContaining("from 80 to 72");
        assertThat(TestManager.holdsPattern(pointer, 100, 1)).isTrue();
    }
}
