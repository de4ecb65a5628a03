package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sizes that are products: what overflows is refused with both operands, before anything is allocated. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class PallocArrayTest {
    private final FailingBlocks blocks = new FailingBlocks(new BlockCache(Platform.get()));
    private final MemoryManager manager = new MemoryManager(blocks);
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

    @Test
    void productsThatOverflowAreRefusedWithBothOperands() {
        long half = 1L << 32;
        long[][] operands = {
            {half, half},
            {Long.MAX_VALUE, 2},
            {2, Long.MAX_VALUE},
            {half * 2, half / 4 + 1},
            {Long.MAX_VALUE, Long.MAX_VALUE}
        };
        long pointer = set.palloc(8);
        for (long[] pair : operands) {
            Runnable[] calls = {
                () -> set.pallocArray(pair[0], pair[1]),
                () -> set.pallocArrayZeroed(pair[0], pair[1]),
                () -> set.pallocArrayExtended(pair[0], pair[1], AllocFlags.HUGE | AllocFlags.NO_OOM),
                () -> manager.repallocArray(pointer, pair[0], pair[1]),
                () -> manager.repallocArrayZeroed(pointer, 0, pair[0], pair[1]),
                () -> manager.repallocArrayExtended(pointer, pair[0], pair[1], AllocFlags.HUGE)
            };
            for (Runnable call : calls) {
                assertThatIllegalArgumentException()
                        .isThrownBy(call::run)
                        .withMessageContaining(pair[0] + " elements of " + pair[1] + " bytes");
            }
        }
        manager.pfree(pointer);
    }

    @Test
    void negativeCountsAndSizesAreRefusedEvenIfTheProductIsNot() {
        long pointer = set.palloc(8);
        for (long[] pair : new long[][] {{-1, 8}, {8, -1}, {-2, -4}, {0, -1}, {-1, 0}, {Long.MIN_VALUE, 0}}) {
            Runnable[] calls = {
                () -> set.pallocArray(pair[0], pair[1]),
                () -> set.pallocArrayZeroed(pair[0], pair[1]),
                () -> set.pallocArrayExtended(pair[0], pair[1], 0),
                () -> manager.repallocArray(pointer, pair[0], pair[1]),
                () -> manager.repallocArrayZeroed(pointer, pair[0], pair[0], pair[1])
            };
            for (Runnable call : calls) {
                assertThatIllegalArgumentException()
                        .isThrownBy(call::run)
                        .withMessageContaining(pair[0] + " elements of " + pair[1] + " bytes")
                        .withMessageContaining("negative");
            }
        }
        assertThat(manager.chunkContext(set.pallocArray(0, Long.MAX_VALUE))).isSameAs(set);
        assertThat(manager.chunkContext(set.pallocArray(Long.MAX_VALUE, 0))).isSameAs(set);
    }

    @Test
    void aProductJustAboveTheLimitNeedsTheHugeFlag() {
        blocks.refuseIf(size -> true);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.pallocArray(1 << 27, 8))
                .withMessageContaining(Long.toString(1L << 30))
                .withMessageContaining("HUGE");
        assertThatThrownBy(() -> set.pallocArray((1 << 27) - 1, 8)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(set.pallocArrayExtended(1 << 27, 8, AllocFlags.HUGE | AllocFlags.NO_OOM))
                .isZero();
        long pointer = set.palloc(8);
        assertThatIllegalArgumentException().isThrownBy(() -> manager.repallocArray(pointer, 1 << 27, 8));
        assertThat(manager.repallocArrayExtended(pointer, 1 << 27, 8, AllocFlags.HUGE | AllocFlags.NO_OOM))
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> manager.repallocArrayExtended(pointer, 1, 8, AllocFlags.ZERO))
                .withMessageContaining("0x4");
    }

    @Test
    void arraysGrowWithTheirContent() {
        long pointer = set.pallocArray(10, 24);
        TestManager.writePattern(pointer, 240, 5);
        pointer = manager.repallocArray(pointer, 1000, 24);
        assertThat(TestManager.holdsPattern(pointer, 240, 5)).isTrue();
        pointer = manager.repallocArray(pointer, 5, 24);
        assertThat(TestManager.holdsPattern(pointer, 120, 5)).isTrue();
        pointer = manager.repallocArrayZeroed(pointer, 5, 500, 24);
        assertThat(TestManager.holdsPattern(pointer, 120, 5)).isTrue();
        assertZero(pointer, 120, 12_000);
        pointer = manager.repallocArrayExtended(pointer, 6, 24, AllocFlags.NO_OOM);
        assertThat(TestManager.holdsPattern(pointer, 120, 5)).isTrue();
        assertZero(pointer, 120, 144);
    }
}
