package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A byte limit on a branch: what counts, which one refuses, and what becomes of the request. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class ContextLimitTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.SMALL);

    @AfterEach
    void close() {
        manager.close();
    }

    private MemoryContext set(MemoryContext parent, String name) {
        return manager.createAllocSet(parent, name, BlockSizes.SMALL);
    }

    private static void assertRefused(Runnable action, String... inMessage) {
        assertThatThrownBy(action::run)
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContainingAll(inMessage)
                .hasMessageContaining("setLimit");
    }

    @Test
    void allBelowCountTogether() {
        MemoryContext child = set(top, "child");
        MemoryContext grandchild = manager.createGeneration(child, "grandchild", BlockSizes.SMALL);
        long used = top.memAllocated(true);
        top.setLimit(used + 250_000);
        child.palloc(100_000);
        grandchild.palloc(100_000);
        for (MemoryContext context : new MemoryContext[] {top, child, grandchild}) {
            assertRefused(() -> context.palloc(100_000), context.toString(), "on context \"top\"");
        }
        MemoryContext outside = set(null, "outside");
        outside.palloc(1_000_000);
        child.reset();
        assertThat(grandchild.isDeleted()).isTrue();
        top.palloc(200_000);
    }

    @Test
    void theInnermostLimitWithoutRoomIsNamed() {
        MemoryContext child = set(top, "child");
        MemoryContext grandchild = set(child, "grandchild");
        top.setLimit(300_000);
        child.setLimit(200_000);
        grandchild.setLimit(100_000);
        assertRefused(() -> grandchild.palloc(500_000), "limit of 100000 bytes on context \"top/child/grandchild\"");
        grandchild.setLimit(MemoryContext.NO_LIMIT);
        assertRefused(() -> grandchild.palloc(500_000), "limit of 200000 bytes on context \"top/child\"");
        grandchild.setLimit(1_000_000);
        assertRefused(() -> grandchild.palloc(250_000), "limit of 200000 bytes on context \"top/child\"");
        child.setLimit(1_000_000);
        assertRefused(() -> grandchild.palloc(400_000), "limit of 300000 bytes on context \"top\"");
        grandchild.palloc(250_000);
        assertRefused(() -> top.palloc(100_000), "on context \"top\"");
        assertThat(top.limit()).isEqualTo(300_000);
        assertThat(child.limit()).isEqualTo(1_000_000);
    }

    @Test
    void aLimitSetLateKnowsWhatIsThere() {
        MemoryContext child = set(top, "child");
        child.palloc(100_000);
        MemoryContext inner = set(child, "inner");
        inner.setLimit(1_000_000);
        inner.palloc(100_000);
        top.setLimit(300_000);
        assertThat(top.limit.used).isEqualTo(top.memAllocated(true));
        assertThat(inner.limit.outer).isSameAs(top.limit);
        assertRefused(() -> inner.palloc(100_000), "on context \"top\"");
        child.setLimit(250_000);
        assertThat(inner.limit.outer).isSameAs(child.limit);
        assertThat(child.limit.used).isEqualTo(child.memAllocated(true));
        top.setLimit(MemoryContext.NO_LIMIT);
        assertThat(child.limit.outer).isNull();
        assertRefused(() -> inner.palloc(100_000), "on context \"top/child\"");
        child.setLimit(MemoryContext.NO_LIMIT);
        assertThat(child.limit).isNull();
        inner.palloc(500_000);
        assertThat(inner.limit()).isEqualTo(1_000_000);
        assertThat(inner.limit.used).isEqualTo(inner.memAllocated(true));
    }

    @Test
    void aLimitBelowWhatIsInUseRefusesOnlyNewBlocks() {
        long large = top.palloc(100_000);
        long small = top.palloc(100);
        manager.pfree(top.palloc(100));
        top.setLimit(10);
        assertThat(top.limit()).isEqualTo(10);
        top.palloc(100);
        large = manager.repalloc(large, 50_000);
        manager.repalloc(small, 120);
        assertRefused(() -> top.palloc(50_000), "limit of 10 bytes");
        assertRefused(() -> set(top, "child"), "\"child\"", "limit of 10 bytes");
        manager.pfree(large);
        top.setLimit(200_000);
        top.palloc(100_000);
        top.setLimit(0);
        assertRefused(() -> top.palloc(50_000), "limit of 0 bytes");
    }

    @Test
    void freeResetAndDeleteGiveRoomBack() {
        MemoryContext child = set(top, "child");
        top.setLimit(top.memAllocated(true) + 100_100);
        long pointer = child.palloc(100_000);
        assertRefused(() -> top.palloc(100_000), "\"top\"");
        manager.pfree(pointer);
        child.palloc(100_000);
        child.reset();
        child.palloc(100_000);
        child.delete();
        top.palloc(100_000);
        top.resetOnly();
        assertThat(top.limit.used).isEqualTo(top.memAllocated(true));
        top.palloc(100_000);
        top.reset();
        assertThat(top.limit()).as("a reset keeps the limit").isPositive();
        assertThat(top.limit.used).isEqualTo(top.memAllocated(true));
    }

    @Test
    void recycledContextsCountAsNewOnes() {
        MemoryContext first = set(top, "first");
        first.setLimit(100_000);
        first.palloc(50_000);
        first.delete();
        long used = top.memAllocated(true);
        top.setLimit(used + 1024);
        MemoryContext second = set(top, "second");
        assertThat(second.limit).isSameAs(top.limit);
        assertThat(top.limit.used).isEqualTo(used + 1024);
        assertRefused(() -> set(top, "third"), "\"third\"");
        second.delete();
        assertThat(top.limit.used).isEqualTo(used);
        set(top, "third").palloc(100);
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void noOomAnswersWith0(ContextType type) {
        MemoryContext context = TestContexts.child(manager, top, type, "context");
        top.setLimit(top.memAllocated(true));
        long size = type == ContextType.SLAB ? TestContexts.SLAB_CHUNK : 100_000;
        ContextCounters before = context.counters();
        assertThat(context.pallocExtended(size, AllocFlags.NO_OOM)).isZero();
        assertThat(context.pallocArrayExtended(size / 4, 4, AllocFlags.NO_OOM)).isZero();
        if (type != ContextType.SLAB) {
            assertThat(context.pallocAligned(size, 64, AllocFlags.NO_OOM)).isZero();
        }
        assertThat(context.counters()).isEqualTo(before);
        assertThat(context.isReset()).isTrue();
        // A refusal that was not told is not told later as the reason of another failure.
        top.setLimit(MemoryContext.NO_LIMIT);
        if (type != ContextType.SLAB) {
            assertThatThrownBy(() -> context.pallocHuge(Long.MAX_VALUE))
                    .isNotInstanceOf(LimitExceededException.class)
                    .hasMessageContaining("out of memory");
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void theSafeTierIsHeldToItAndKeepsItsSegments(ContextType type) {
        MemoryContext context = TestContexts.child(manager, top, type, "context");
        MemorySegment segment = context.allocate(1000);
        TestContexts.write(segment, 1);
        context.setLimit(context.memAllocated(true));
        long size = type == ContextType.SLAB ? TestContexts.SLAB_CHUNK : 100_000;
        Runnable allocate = () -> {
            for (int i = 0; i < 100; i++) {
                context.allocate(size);
            }
        };
        assertRefused(allocate, "\"top/context\"", size + " bytes");
        if (type != ContextType.SLAB && type != ContextType.BUMP) {
            assertRefused(() -> context.reallocate(segment, 200_000), "200000 bytes");
        }
        assertThat(TestContexts.holds(segment, 1000, 1)).isTrue();
    }

    @Test
    void refusesWhatIsNoLimit() {
        for (long bytes : new long[] {-1, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> top.setLimit(bytes))
                    .withMessageContaining("\"top\"")
                    .withMessageContaining(Long.toString(bytes))
                    .withMessageContaining("NO_LIMIT");
        }
        assertThat(top.limit()).isEqualTo(MemoryContext.NO_LIMIT);
        top.setLimit(MemoryContext.NO_LIMIT);
        assertThat(top.limit).isNull();
        top.setLimit(Long.MAX_VALUE - 1);
        top.palloc(100_000);
        assertThat(top.limit()).isEqualTo(Long.MAX_VALUE - 1);
        top.delete();
        assertThat(top.limit()).isEqualTo(MemoryContext.NO_LIMIT);
        assertThatThrownBy(() -> top.setLimit(1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("deleted");
    }
}
