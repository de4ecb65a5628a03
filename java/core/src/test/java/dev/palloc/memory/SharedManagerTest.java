package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A manager of many threads: segments live as long as it does, and so does the memory they show. */
@Tag("any-mode")
class SharedManagerTest {
    private final MemoryManager manager = TestContexts.shared();

    @AfterEach
    void close() {
        manager.close();
    }

    private BlockCache cache() {
        return (BlockCache) manager.blocks();
    }

    @Test
    void aManagerIsConfinedUnlessAskedForShared() {
        assertThat(manager.isShared()).isTrue();
        try (MemoryManager confined = TestManager.create()) {
            assertThat(confined.isShared()).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void everyThreadUsesTheSameContextAndItsSegments(ContextType type) throws InterruptedException {
        MemoryContext context = TestContexts.root(manager, type);
        MemorySegment segment = context.allocate(16).fill((byte) 7);
        List<MemorySegment> other = new ArrayList<>();
        assertThat(TestThreads.thrownElsewhere(() -> {
                    assertThat(segment.get(ValueLayout.JAVA_BYTE, 15)).isEqualTo((byte) 7);
                    other.add(context.allocateFrom("from there"));
                    if (type != ContextType.BUMP) {
                        context.free(context.reallocate(segment, 100));
                    }
                }))
                .isNull();
        assertThat(other.get(0).getString(0)).isEqualTo("from there");
        assertThat(TestThreads.thrownElsewhere(context::reset)).isNull();
        assertThat(context.isReset()).isTrue();
        assertThat(TestThreads.thrownElsewhere(context::delete)).isNull();
        assertThat(context.isDeleted()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void oldSegmentsAreReadableUntilCloseAndDeadAfter(ContextType type) {
        List<MemorySegment> old = new ArrayList<>();
        for (int round = 0; round < 20; round++) {
            MemoryContext context = TestContexts.root(manager, type);
            for (int i = 0; i < 20; i++) {
                old.add(context.allocate(4000));
            }
            context.reset();
            old.add(context.allocate(16));
            context.delete();
        }
        for (MemorySegment segment : old) {
            // Whatever is there now: no exception, no crash.
            segment.fill((byte) 1).toArray(ValueLayout.JAVA_BYTE);
            assertThat(segment.scope().isAlive()).isTrue();
        }
    }

    @Test
    void closeKillsEverySegment() {
        MemorySegment live = TestContexts.root(manager, ContextType.ALLOC_SET).allocate(16);
        MemoryContext gone = TestContexts.root(manager, ContextType.GENERATION);
        MemorySegment stale = gone.allocate(16);
        gone.delete();
        manager.close();
        for (MemorySegment segment : List.of(live, stale)) {
            assertThat(segment.scope().isAlive()).isFalse();
            assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Blocks above what an ordinary cache keeps as well: an unmapped page under a live segment ends the JVM. */
    @Test
    void nothingGoesBackToTheSystemBeforeClose() {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        long large = BlockCache.LARGEST_KEPT + 1;
        MemorySegment first = set.allocate(large);
        first.set(ValueLayout.JAVA_BYTE, large - 1, (byte) 9);
        long taken = cache().segmentsTaken();
        set.reset();
        assertThat(cache().retained()).isGreaterThanOrEqualTo(large);
        assertThat(first.get(ValueLayout.JAVA_BYTE, large - 1)).isEqualTo(Checking.ENABLED ? 0x7F : (byte) 9);
        MemorySegment second = set.allocate(large);
        assertThat(second.address()).isEqualTo(first.address());
        MemorySegment grown = set.reallocate(second, 3 * large);
        assertThat(second.scope().isAlive()).isTrue();
        second.get(ValueLayout.JAVA_BYTE, large - 1);
        set.free(grown);
        grown.get(ValueLayout.JAVA_BYTE, 3 * large - 1);
        set.delete();
        assertThat(cache().segmentsTaken()).isEqualTo(taken + 1);
        assertThat(cache().retained()).isGreaterThan(4 * large);
        manager.close();
        assertThat(cache().retained()).isZero();
    }

    @Test
    void callbacksReadSegmentsEvenAtCloseOfTheManager() {
        List<Object> seen = new ArrayList<>();
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemorySegment segment = set.allocateFrom("still here");
        set.registerResetCallback(() -> seen.add(segment.getString(0)));
        manager.close();
        assertThat(seen).containsExactly("still here");
        assertThat(segment.scope().isAlive()).isFalse();
    }

    /** From contexts that had handed out none before, old and new: an open scope would outlive the memory. */
    @Test
    void segmentsThatACallbackTakesAtCloseDieToo() {
        List<MemorySegment> taken = new ArrayList<>();
        MemoryContext first = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemoryContext second = TestContexts.root(manager, ContextType.ALLOC_SET);
        TestContexts.root(manager, ContextType.BUMP).allocate(8);
        for (MemoryContext one : List.of(first, second)) {
            one.registerResetCallback(() -> {
                taken.add(first.allocate(8));
                taken.add(second.allocate(8));
                MemoryContext created = TestContexts.root(manager, ContextType.GENERATION);
                created.registerResetCallback(() -> taken.add(created.allocate(8)));
            });
        }
        manager.close();
        assertThat(taken).hasSize(6).noneMatch(segment -> segment.scope().isAlive());
        assertThat(manager.contextCount()).isZero();
    }

    @Test
    void aCallbackThatThrowsAtCloseStopsNothing() {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemorySegment segment = set.allocate(8);
        set.registerResetCallback(() -> {
            throw new IllegalArgumentException("of the callback");
        });
        assertThatThrownBy(manager::close)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("of the callback");
        assertThat(segment.scope().isAlive()).isFalse();
        assertThat(set.isDeleted()).isTrue();
        manager.close();
    }

    @Test
    void aThreadWithoutSegmentsLeavesNothingBehind() throws InterruptedException {
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        set.allocate(16);
        set.reset();
        long held = set.memAllocated(false);
        long blocks = manager.contextBlocks().blocksOut();
        Thread[] threads = new Thread[2000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> set.free(set.allocate(100)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(set.memAllocated(false)).as("no cache for each thread").isLessThanOrEqualTo(held + 8192 * 32);
        assertThat(manager.contextBlocks().blocksOut()).isLessThan(blocks + 8);
    }
}
