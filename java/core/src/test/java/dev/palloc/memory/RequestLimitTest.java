package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sizes around the limits, over a source that has no such blocks: what the flags allow is asked of it, and no more. */
@ExtendWith(QuietLog.class)
class RequestLimitTest {
    private static final long MAX = AllocFlags.MAX_ALLOC_SIZE;
    private static final long HUGE_MAX = AllocFlags.MAX_ALLOC_HUGE_SIZE;

    /** More than any block header, chunk header and padding. */
    private static final long OVERHEAD = 128;

    private final FailingBlocks blocks = new FailingBlocks(new BlockCache(Platform.get()));
    private final MemoryManager manager = new MemoryManager(blocks);
    private final List<Long> asked = new ArrayList<>();

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext create(ContextType type) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(null, "test", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(null, "test", BlockSizes.DEFAULT);
            default -> manager.createBump(null, "test", BlockSizes.DEFAULT);
        };
    }

    private void refuseAll() {
        blocks.refuseIf(asked::add);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void shouldHoldTheLimitsToTheByteWhenAllocating(ContextType type) {
        MemoryContext context = create(type);
        refuseAll();
        for (long below = -1; below <= 64; below++) {
            long size = MAX - below;
            requireLimit(size, 0, flags -> context.pallocExtended(size, flags));
            requireLimit(size - 512, 512, flags -> context.pallocAligned(size - 512, 512, flags));
        }
        for (long below = 0; below <= 1024; below++) {
            long size = HUGE_MAX - below;
            requireExhausted(size, flags -> context.pallocExtended(size, flags | AllocFlags.HUGE));
            requireExhausted(size, flags -> context.pallocAligned(size, 512, flags | AllocFlags.HUGE));
        }
        assertThat(context.isReset()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldHoldTheLimitsToTheByteWhenReallocating(ContextType type) {
        MemoryContext context = create(type);
        for (long first : new long[] {100, 10_000, 2_000_000}) {
            blocks.refuseIf(size -> false);
            long chunk = context.palloc(first);
            long aligned = context.pallocAligned(first, 512);
            TestManager.writePattern(chunk, first, 1);
            TestManager.writePattern(aligned, first, 2);
            ContextCounters before = context.counters();
            refuseAll();
            for (long below = -1; below <= 64; below++) {
                long size = MAX - below;
                requireLimit(size, 0, flags -> manager.repallocExtended(chunk, size, flags));
                requireLimit(size - 512, 512, flags -> manager.repallocExtended(aligned, size - 512, flags));
            }
            for (long below = 0; below <= 1024; below++) {
                long size = HUGE_MAX - below;
                requireExhausted(size, flags -> manager.repallocExtended(chunk, size, flags | AllocFlags.HUGE));
                requireExhausted(size, flags -> manager.repallocExtended(aligned, size, flags | AllocFlags.HUGE));
            }
            assertThat(context.counters()).isEqualTo(before);
            assertThat(TestManager.holdsPattern(chunk, first, 1)).isTrue();
            assertThat(TestManager.holdsPattern(aligned, first, 2)).isTrue();
        }
    }

    /** The limit holds for size and alignment together. */
    private void requireLimit(long size, long alignment, IntToLongFunction call) {
        asked.clear();
        if (size + alignment <= MAX) {
            requireAsked(size + alignment, call);
        } else {
            for (int flags : new int[] {0, AllocFlags.NO_OOM}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> call.applyAsLong(flags))
                        .withMessageContaining(Long.toString(size + alignment));
            }
            assertThat(asked).isEmpty();
        }
        requireAsked(size + alignment, flags -> call.applyAsLong(flags | AllocFlags.HUGE));
    }

    /** The flags arrive, for the source is asked. */
    private void requireAsked(long size, IntToLongFunction call) {
        requireExhausted(size, call);
        assertThat(asked).hasSize(2).allSatisfy(bytes -> assertThat(bytes).isBetween(size, size + OVERHEAD));
        asked.clear();
    }

    /** A sum that wraps round would ask for less than the size, and perhaps get it. */
    private void requireExhausted(long size, IntToLongFunction call) {
        asked.clear();
        assertThatThrownBy(() -> call.applyAsLong(0)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(call.applyAsLong(AllocFlags.NO_OOM)).isZero();
        assertThat(asked).allSatisfy(bytes -> assertThat(bytes).isGreaterThanOrEqualTo(size));
    }
}
