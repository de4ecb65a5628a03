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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sizes around the limits, over a source that has no such blocks: what the flags allow is asked of it, and no more. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class RequestLimitTest {
    private static final long MAX = AllocFlags.MAX_ALLOC_SIZE;
    private static final long HUGE_MAX = AllocFlags.MAX_ALLOC_HUGE_SIZE;

    /** More than any block header, chunk header and padding. */
    private static final long OVERHEAD = 128;

    private static final long ALIGNMENT = 512;

    /** What an aligned chunk needs beyond its size: the limit holds for all together. */
    private static final long EXTRA = ALIGNMENT + Checking.PREFIX + Checking.SENTINEL;

    private final FailingBlocks blocks = new FailingBlocks(new BlockCache(Platform.get()));
    private final MemoryManager manager = new MemoryManager(blocks);
    private final List<Long> asked = new ArrayList<>();
    private MemoryContext context;
    private ContextCounters before;

    @AfterEach
    void close() {
        manager.close();
    }

    private void create(ContextType type) {
        context = switch (type) {
            case ALLOC_SET -> manager.createAllocSet(null, "test", BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(null, "test", BlockSizes.DEFAULT);
            default -> manager.createBump(null, "test", BlockSizes.DEFAULT);
        };
    }

    private void refuseAll() {
        before = context.counters();
        blocks.refuseIf(asked::add);
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void shouldHoldTheLimitsToTheByteWhenAllocating(ContextType type) {
        create(type);
        refuseAll();
        for (long below = -1; below <= 64; below++) {
            long size = MAX - below;
            requireLimit(size, 0, flags -> context.pallocExtended(size, flags));
            requireLimit(size - EXTRA, EXTRA, flags -> context.pallocAligned(size - EXTRA, ALIGNMENT, flags));
        }
        for (long below = 0; below <= 1024; below++) {
            long size = HUGE_MAX - below;
            requireExhausted(size, flags -> context.pallocExtended(size, flags | AllocFlags.HUGE));
            requireExhausted(size, flags -> context.pallocAligned(size, ALIGNMENT, flags | AllocFlags.HUGE));
        }
        assertThat(context.isReset()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldHoldTheLimitsToTheByteWhenReallocating(ContextType type) {
        create(type);
        for (long first : new long[] {100, 10_000, 2_000_000}) {
            blocks.refuseIf(size -> false);
            long chunk = context.palloc(first);
            long aligned = context.pallocAligned(first, ALIGNMENT);
            TestManager.writePattern(chunk, first, 1);
            TestManager.writePattern(aligned, first, 2);
            refuseAll();
            for (long below = -1; below <= 64; below++) {
                long size = MAX - below;
                requireLimit(size, 0, flags -> manager.repallocExtended(chunk, size, flags));
                requireLimit(size - EXTRA, EXTRA, flags -> manager.repallocExtended(aligned, size - EXTRA, flags));
            }
            for (long below = 0; below <= 1024; below++) {
                long size = HUGE_MAX - below;
                requireExhausted(size, flags -> manager.repallocExtended(chunk, size, flags | AllocFlags.HUGE));
                requireExhausted(size, flags -> manager.repallocExtended(aligned, size, flags | AllocFlags.HUGE));
            }
            assertThat(TestManager.holdsPattern(chunk, first, 1)).isTrue();
            assertThat(TestManager.holdsPattern(aligned, first, 2)).isTrue();
        }
    }

    private void requireLimit(long size, long extra, IntToLongFunction call) {
        asked.clear();
        if (size + extra <= MAX) {
            requireAsked(size + extra, call);
        } else {
            for (int flags : new int[] {0, AllocFlags.NO_OOM}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> call.applyAsLong(flags))
                        .withMessageContaining(Long.toString(size + extra));
                assertThat(context.counters()).isEqualTo(before);
            }
            assertThat(asked).isEmpty();
        }
        requireAsked(size + extra, flags -> call.applyAsLong(flags | AllocFlags.HUGE));
    }

    /** The flags arrive, for the source is asked. */
    private void requireAsked(long size, IntToLongFunction call) {
        requireExhausted(size, call);
        assertThat(asked).hasSize(2).allSatisfy(bytes -> assertThat(bytes).isBetween(size, size + OVERHEAD));
    }

    /** A sum that wraps round would ask for less than the size, and perhaps get it. */
    private void requireExhausted(long size, IntToLongFunction call) {
        asked.clear();
        assertThatThrownBy(() -> call.applyAsLong(0)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(context.counters()).isEqualTo(before);
        assertThat(call.applyAsLong(AllocFlags.NO_OOM)).isZero();
        assertThat(context.counters()).isEqualTo(before);
        assertThat(asked).allSatisfy(bytes -> assertThat(bytes).isGreaterThanOrEqualTo(size));
    }
}
