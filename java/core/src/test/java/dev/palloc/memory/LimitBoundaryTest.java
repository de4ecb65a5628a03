package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.LimitExceededException;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A limit is exact to the byte, and leaves no trace when it refuses. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class LimitBoundaryTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext top = manager.createAllocSet(null, "top", BlockSizes.SMALL);

    @AfterEach
    void close() {
        manager.close();
    }

    private static void assertRefused(Runnable action, String... inMessage) {
        assertThatThrownBy(action::run)
                .isInstanceOf(LimitExceededException.class)
                .hasMessageContainingAll(inMessage)
                .hasMessageContaining("setLimit");
    }

    /** Bytes that an action adds to a context without a limit. */
    private long need(ContextType type, Consumer<MemoryContext> before, Consumer<MemoryContext> action) {
        MemoryContext free = TestContexts.child(manager, null, type, "free");
        before.accept(free);
        long held = free.memAllocated(true);
        action.accept(free);
        long need = free.memAllocated(true) - held;
        assertThat(need).isPositive();
        free.delete();
        return need;
    }

    private void assertExact(ContextType type, Consumer<MemoryContext> before, Consumer<MemoryContext> action) {
        long need = need(type, before, action);
        MemoryContext limited = TestContexts.child(manager, top, type, "limited");
        before.accept(limited);
        long used = limited.memAllocated(true);
        limited.setLimit(used + need - 1);
        ContextCounters counters = limited.counters();
        assertRefused(
                () -> action.accept(limited),
                "\"top/limited\"",
                "limit of " + (used + need - 1) + " bytes",
                "of which " + used + " are in use");
        assertThat(limited.counters()).isEqualTo(counters);
        assertThat(limited.memAllocated(true)).isEqualTo(used).isEqualTo(limited.limit.used);
        limited.setLimit(used + need);
        action.accept(limited);
        assertThat(limited.memAllocated(true)).isEqualTo(used + need).isEqualTo(limited.limit.used);
        limited.delete();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void aDedicatedBlockThatJustFitsIsTakenAndNotOneByteMore(ContextType type) {
        assertExact(type, context -> {}, context -> context.palloc(1_234_567));
        assertExact(type, context -> {}, context -> context.pallocAligned(1_000_000, 4096));
        assertExact(type, context -> {}, context -> context.allocate(999_999, 64));
    }

    @Test
    void aSlabsBlockThatJustFitsIsTakenAndNotOneByteMore() {
        assertExact(ContextType.SLAB, context -> {}, context -> context.palloc(TestContexts.SLAB_CHUNK));
    }

    /** Blocks double and chunks are small: half a block, or a quarter, is better than a refusal. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "BUMP"})
    void aBlockToCarveIsHalvedUntilItFits(ContextType type) {
        long[] halves = {8192, 4096, 2048};
        for (int i = 0; i < halves.length; i++) {
            MemoryContext context = fullContext(type);
            long used = context.memAllocated(true);
            context.setLimit(used + halves[i]);
            context.palloc(1000);
            assertThat(context.memAllocated(true) - used).isEqualTo(halves[i]);
        }
        MemoryContext context = fullContext(type);
        long used = context.memAllocated(true);
        context.setLimit(used + 2047);
        ContextCounters counters = context.counters();
        assertRefused(() -> context.palloc(1000), "limit of " + (used + 2047) + " bytes", used + " are in use");
        assertThat(context.counters()).isEqualTo(counters);
    }

    /** Its first block has no room for another chunk of 1000 bytes. */
    private MemoryContext fullContext(ContextType type) {
        MemoryContext free = TestContexts.root(manager, type);
        MemoryContext context = TestContexts.root(manager, type);
        long first = free.memAllocated(false);
        free.palloc(1000);
        while (free.memAllocated(false) == first) {
            context.palloc(1000);
            free.palloc(1000);
        }
        assertThat(context.memAllocated(false)).isEqualTo(first);
        return context;
    }

    @Test
    void growthOfALargeChunkCountsOnlyWhatIsMore() {
        long[] pointer = new long[1];
        assertExact(
                ContextType.ALLOC_SET,
                context -> pointer[0] = context.palloc(1_000_000),
                context -> pointer[0] = manager.repalloc(pointer[0], 3_000_001));
    }

    @Test
    void aRefusedGrowthLeavesTheChunkAsItWas() {
        for (long size : new long[] {100, 100_000}) {
            for (boolean aligned : new boolean[] {false, true}) {
                long pointer = aligned ? top.pallocAligned(size, 64) : top.palloc(size);
                TestManager.writePattern(pointer, size, 1);
                long used = top.memAllocated(true);
                top.setLimit(used + 10_000);
                ContextCounters before = top.counters();
                assertRefused(() -> manager.repalloc(pointer, 1_000_000), "in context \"top\"");
                assertThat(manager.repallocExtended(pointer, 1_000_000, AllocFlags.NO_OOM))
                        .isZero();
                assertThat(top.counters()).isEqualTo(before);
                assertThat(TestManager.holdsPattern(pointer, size, 1)).isTrue();
                top.setLimit(MemoryContext.NO_LIMIT);
                manager.pfree(manager.repalloc(pointer, 1_000_000));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void creationIsRefusedExactlyAndLeavesNothing(ContextType type) {
        MemoryContext other = TestContexts.root(manager, type);
        long first = other.memAllocated(false);
        long used = top.memAllocated(true);
        int contexts = manager.contextCount();
        long blocks = manager.contextBlocks().blocksOut();
        if (first > 0) {
            top.setLimit(used + first - 1);
            assertRefused(
                    () -> TestContexts.child(manager, top, type, "child"),
                    "\"child\" was not created",
                    first + " bytes",
                    "on context \"top\", of which " + used);
        } else {
            // A slab begins without a block, and PostgreSQL does not count its own bytes.
            top.setLimit(used - 1);
            assertRefused(() -> TestContexts.child(manager, top, type, "child"), "\"child\" was not created");
        }
        assertThat(manager.contextCount()).isEqualTo(contexts);
        assertThat(manager.contextBlocks().blocksOut()).isEqualTo(blocks);
        assertThat(top.firstChild()).isNull();
        assertThat(top.limit.used).isEqualTo(used);
        top.setLimit(used + first);
        assertThat(TestContexts.child(manager, top, type, "child").limit()).isEqualTo(MemoryContext.NO_LIMIT);
        assertThat(top.limit.used).isEqualTo(used + first);
    }

    @Test
    void anAllocSetMakesDoWithASmallerBlock() {
        MemoryContext set = manager.createAllocSet(top, "set", BlockSizes.DEFAULT);
        while (set.memAllocated(false) < 8 << 20) {
            set.palloc(8000);
        }
        long used = set.memAllocated(false);
        set.setLimit(used + (3 << 20));
        while (set.memAllocated(false) == used) {
            set.palloc(8000);
        }
        assertThat(set.memAllocated(false) - used).as("half of half of 8 MiB").isEqualTo(2 << 20);
    }
}
