package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No memory: a clear error, and everything as before. */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class ExhaustionTest {
    private final FailingBlocks blocks = new FailingBlocks(new BlockCache(Platform.get()));

    /** Throws at a block given back twice. */
    private final BlockRegister register = new BlockRegister(blocks);

    private final MemoryManager manager = new MemoryManager(register);

    @AfterEach
    void everyBlockComesBackOnce() {
        manager.close();
        assertThat(register.liveBlocks()).isZero();
    }

    private void refuseAll() {
        blocks.refuseIf(size -> true);
    }

    private void refuseNone() {
        blocks.refuseIf(size -> false);
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
        refuseAll();
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
        refuseNone();
        context.palloc(size);
        assertThat(TestManager.holdsPattern(pointer, size, 1)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldKeepTheOldChunkWhenReallocFails(ContextType type) {
        MemoryContext context = create(type);
        for (long size : new long[] {100, 10_000, 700_000}) {
            long pointer = context.palloc(size);
            TestManager.writePattern(pointer, size, 2);
            ContextCounters before = context.counters();
            refuseAll();
            assertThat(manager.repallocExtended(pointer, 100_000_000, AllocFlags.NO_OOM))
                    .isZero();
            assertThat(context.counters()).isEqualTo(before);
            assertThatThrownBy(() -> manager.repalloc(pointer, 100_000_000))
                    .isInstanceOf(MemoryExhaustedException.class)
                    .hasMessageContaining("100000000");
            refuseNone();
            assertThat(context.counters()).isEqualTo(before);
            assertThat(TestManager.holdsPattern(pointer, size, 2)).isTrue();
            manager.pfree(manager.repalloc(pointer, 100_000_000));
        }
    }

    /** Without memory, PostgreSQL 16 to 18 free the old chunk and return NULL. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION"})
    void shouldKeepAnAlignedChunkWhenItsReallocFails(ContextType type) {
        MemoryContext context = create(type);
        MemoryContext undisturbed = create(type);
        for (long size : new long[] {1000, 20_000, 2_000_000}) {
            long pointer = context.pallocAligned(size, 256);
            TestManager.writePattern(pointer, size, 3);
            ContextCounters before = context.counters();
            refuseAll();
            assertThat(manager.repallocExtended(pointer, 9_000_000, AllocFlags.NO_OOM))
                    .isZero();
            assertThat(context.counters()).isEqualTo(before);
            assertThatThrownBy(() -> manager.repalloc(pointer, 9_000_000)).isInstanceOf(MemoryExhaustedException.class);
            assertThat(context.counters()).isEqualTo(before);
            assertThat(manager.chunkContext(pointer)).isSameAs(context);
            assertThat(TestManager.holdsPattern(pointer, size, 3)).isTrue();
            manager.pfree(pointer);
            refuseNone();
            manager.pfree(undisturbed.pallocAligned(size, 256));
            assertThat(context.counters()).as("the chunk was freed").isEqualTo(undisturbed.counters());
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void shouldLeaveNoTraceOfAContextThatWasNotCreated(ContextType type) {
        refuseAll();
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
        blocks.refuseIf(size -> size > 2 << 20);
        while (set.memAllocated(false) == before) {
            set.palloc(8000);
        }
        assertThat(set.memAllocated(false) - before).isEqualTo(2 << 20);
    }

    @Test
    void shouldHalveALargeBlockDownToAMebibyteBeforeItGivesUp() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        while (set.memAllocated(false) < 8 << 20) {
            set.palloc(8000);
        }
        List<Long> asked = new ArrayList<>();
        blocks.refuseIf(asked::add);
        for (int i = 0; i < 2000 && asked.isEmpty(); i++) {
            set.pallocExtended(8000, AllocFlags.NO_OOM);
        }
        assertThat(asked).containsExactly(8L << 20, 4L << 20, 2L << 20, 1L << 20);
        long before = set.memAllocated(false);
        refuseNone();
        set.palloc(8000);
        assertThat(set.memAllocated(false) - before).as("the next block").isEqualTo(8 << 20);
    }

    @Test
    void shouldNotCountAContextAsUsedAfterAFailure() {
        MemoryContext set = create(ContextType.ALLOC_SET);
        refuseAll();
        assertThatThrownBy(() -> set.palloc(100_000)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(set.pallocExtended(100_000, AllocFlags.NO_OOM)).isZero();
        assertThat(set.pallocAligned(100_000, 64, AllocFlags.NO_OOM)).isZero();
        assertThat(set.isReset()).isTrue();
        assertThat(set.counters()).isEqualTo(new ContextCounters(1, 0, 8192, 7952));
    }
}
