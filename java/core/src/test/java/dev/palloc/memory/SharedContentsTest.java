package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads on one shared manager: nobody's bytes become another's, and the books are even at the end. */
@Tag("any-mode")
@Timeout(240)
class SharedContentsTest {
    private final MemoryManager manager = TestContexts.shared();

    @AfterEach
    void close() {
        manager.close();
    }

    private static ThreadFactory factory(String kind) {
        return kind.equals("virtual")
                ? Thread.ofVirtual().factory()
                : Thread.ofPlatform().factory();
    }

    /** A thread's own context with its children in a common tree, under a common limit. */
    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void contentsStayWholeAndAccountsEven(String kind) throws Exception {
        MemoryContext root = TestContexts.child(manager, null, ContextType.ALLOC_SET, "root");
        root.setLimit(1 << 30);
        TestThreads.race(factory(kind), (thread, random) -> {
            ContextType[] types = ContextType.values();
            MemoryContext own = TestContexts.child(manager, root, types[thread % 4], "own " + thread);
            Deque<MemorySegment> live = new ArrayDeque<>();
            for (int step = 0; step < 3000; step++) {
                int choice = random.nextInt(100);
                if (choice < 60) {
                    MemorySegment segment = own.allocate(1 + random.nextInt(3000));
                    TestContexts.write(segment, thread * 100_000L + segment.address());
                    live.add(segment);
                } else if (choice < 85 && !live.isEmpty() && own.type() != ContextType.BUMP) {
                    MemorySegment segment = live.removeFirst();
                    assertWhole(segment, thread, step);
                    own.free(segment);
                } else if (choice < 95 && !live.isEmpty() && own.type() != ContextType.BUMP) {
                    MemorySegment segment = live.removeFirst();
                    long kept = Math.min(segment.byteSize(), 2000);
                    MemorySegment moved = own.reallocate(segment, 2000);
                    assertThat(TestContexts.holds(moved, kept, thread * 100_000L + segment.address()))
                            .as("seed %d, thread %d, step %d", TestThreads.SEED, thread, step)
                            .isTrue();
                    own.free(moved);
                } else if (choice < 97) {
                    live.forEach(segment -> assertWhole(segment, thread, -1));
                    live.clear();
                    own.reset();
                } else {
                    MemoryContext child = TestContexts.child(manager, own, types[random.nextInt(4)], "child");
                    TestContexts.write(child.allocate(100), 1);
                    child.setParent(root);
                    child.setIdentifier("moved by " + thread);
                    assertThat(child.toString()).contains("moved by " + thread);
                    child.delete();
                }
            }
            live.forEach(segment -> assertWhole(segment, thread, -2));
        });
        assertThat(root.limit).isNotNull();
        assertThat(root.limit.used).isEqualTo(root.memAllocated(true));
        root.delete();
        TestContexts.assertNothingLeft(manager);
    }

    private static void assertWhole(MemorySegment segment, int thread, int step) {
        assertThat(TestContexts.holds(segment, segment.byteSize(), thread * 100_000L + segment.address()))
                .as("seed %d, thread %d, step %d", TestThreads.SEED, thread, step)
                .isTrue();
    }

    /** One context for all: chunks freed by another thread than the one that allocated them. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "GENERATION", "SLAB"})
    void chunksAreFreedByOtherThreads(ContextType type) throws Exception {
        MemoryContext context = TestContexts.root(manager, type);
        List<Deque<MemorySegment>> hands = new ArrayList<>();
        for (int i = 0; i < TestThreads.COUNT; i++) {
            hands.add(new ConcurrentLinkedDeque<>());
        }
        TestThreads.race((thread, random) -> {
            for (int step = 0; step < 4000; step++) {
                MemorySegment segment = context.allocate(8 + random.nextInt(300));
                segment.set(ValueLayout.JAVA_LONG, 0, segment.address());
                hands.get(random.nextInt(TestThreads.COUNT)).add(segment);
                MemorySegment given = hands.get(thread).poll();
                if (given != null) {
                    assertThat(given.get(ValueLayout.JAVA_LONG, 0))
                            .as("seed %d, thread %d, step %d", TestThreads.SEED, thread, step)
                            .isEqualTo(given.address());
                    context.free(given);
                }
            }
        });
        hands.forEach(hand -> hand.forEach(context::free));
        context.delete();
        TestContexts.assertNothingLeft(manager);
    }

    @Test
    void contextsAreCreatedAndDeletedByManyThreads() throws Exception {
        MemoryContext root = manager.createAllocSet(null, "root", BlockSizes.SMALL);
        TestThreads.race((thread, random) -> {
            Deque<MemoryContext> own = new ArrayDeque<>();
            for (int step = 0; step < 2000; step++) {
                if (own.size() < 3 || own.size() < 40 && random.nextBoolean()) {
                    MemoryContext parent = own.isEmpty() || random.nextBoolean() ? root : own.peekLast();
                    MemoryContext context =
                            TestContexts.child(manager, parent, ContextType.values()[random.nextInt(4)], "c");
                    context.allocate(50);
                    own.add(context);
                } else {
                    own.removeLast().close();
                }
            }
            while (!own.isEmpty()) {
                own.removeLast().close();
            }
        });
        assertThat(root.firstChild()).isNull();
        assertThat(manager.contextCount()).isEqualTo(1);
        root.delete();
        TestContexts.assertNothingLeft(manager);
    }
}
