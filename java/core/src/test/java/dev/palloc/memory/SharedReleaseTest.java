package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Resets and deletions while other threads are about: they wait, they read on, or they are told. */
@Tag("any-mode")
@Timeout(240)
class SharedReleaseTest {
    private final MemoryManager manager = TestContexts.shared();

    @AfterEach
    void close() {
        manager.close();
    }

    /** Whoever comes too late is told that the context is deleted, and nothing else. */
    @ParameterizedTest
    @EnumSource(ContextType.class)
    void deletionRacingWithUseIsAnErrorByName(ContextType type) throws Exception {
        for (int round = 0; round < 60; round++) {
            MemoryContext context = TestContexts.child(manager, null, type, "doomed");
            AtomicLong deletions = new AtomicLong();
            AtomicLong late = new AtomicLong();
            TestThreads.race((thread, random) -> {
                try {
                    for (int step = 0; ; step++) {
                        if (thread == 0 && step == 50) {
                            context.delete();
                            deletions.incrementAndGet();
                            return;
                        }
                        useOnce(context, random, thread);
                    }
                } catch (IllegalStateException e) {
                    assertThat(e).hasMessageContaining("\"doomed\"").hasMessageContaining("deleted");
                    late.incrementAndGet();
                }
            });
            assertThat(deletions).hasValue(1);
            assertThat(late).hasValue(TestThreads.COUNT - 1);
            // Its memory is another's at once, as a slab of other sizes, whose numbers nobody may mistake for its own.
            MemoryContext next = manager.createSlab(null, "next", 1024, 8);
            next.palloc(8);
            next.delete();
        }
        TestContexts.assertNothingLeft(manager);
    }

    private static void useOnce(MemoryContext context, Random random, int thread) {
        switch (random.nextInt(6)) {
            case 0 -> context.allocate(random.nextInt((int) TestContexts.SLAB_CHUNK + 1));
            case 1 -> context.allocateZeroed(100, 8);
            case 2 -> context.counters();
            case 3 -> context.setIdentifier("by " + thread);
            case 4 -> context.memAllocated(true);
            default -> {
                // It may be another's by now: read, not written.
                long sum = context.allocate(8).get(ValueLayout.JAVA_LONG, 0);
                assertThat(context.toString()).as("%d", sum).contains("doomed");
            }
        }
    }

    /** Runs an action in another thread, which waits for the lock until the context is deleted. */
    private void duringDeletion(MemoryContext context, Runnable action) throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread late = Thread.ofPlatform().unstarted(() -> {
            try {
                action.run();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        context.registerResetCallback(() -> {
            late.start();
            while (late.getState() != Thread.State.WAITING && late.isAlive()) {
                Thread.onSpinWait();
            }
        });
        context.delete();
        late.join();
        if (thrown.get() != null) {
            throw new AssertionError("in the other thread", thrown.get());
        }
    }

    @Test
    void whoComesDuringADeletionIsServedAfterIt() throws Exception {
        MemoryContext context = manager.createAllocSet(null, "going", BlockSizes.SMALL);
        List<String> seen = new ArrayList<>();
        duringDeletion(context, () -> {
            context.close();
            seen.add(context.toString());
        });
        MemoryContext named = manager.createAllocSet(null, "named", BlockSizes.SMALL);
        duringDeletion(named, () -> seen.add(named.toString()));
        assertThat(seen).containsExactly("\"going\" (deleted)", "\"named\" (deleted)");
        MemoryContext slab = manager.createSlab(null, "slab", 1024, 64);
        duringDeletion(
                slab,
                () -> assertThatThrownBy(() -> slab.allocate(64))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("deleted"));
        TestContexts.assertNothingLeft(manager);
    }

    /** Readers take no lock: they go on while a reset holds it. */
    @Test
    void readersOfOtherContextsGoOnDuringAReset() throws Exception {
        MemoryContext quiet = TestContexts.root(manager, ContextType.ALLOC_SET);
        MemoryContext busy = TestContexts.root(manager, ContextType.GENERATION);
        MemorySegment segment = quiet.allocate(1000);
        TestContexts.write(segment, 5);
        AtomicLong reads = new AtomicLong();
        AtomicBoolean stop = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                if (!TestContexts.holds(segment, 1000, 5)) {
                    reads.set(Long.MIN_VALUE);
                    return;
                }
                reads.incrementAndGet();
            }
        });
        try {
            busy.registerResetCallback(() -> {
                // The lock is held here, by this thread, until the reader has read on.
                long before = reads.get();
                long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
                while (reads.get() >= 0 && reads.get() < before + 100 && System.nanoTime() < deadline) {
                    Thread.onSpinWait();
                }
                assertThat(reads.get()).isGreaterThanOrEqualTo(before + 100);
            });
            busy.reset();
            for (int i = 0; i < 2000; i++) {
                busy.allocate(10_000).fill((byte) i);
                busy.reset();
            }
        } finally {
            stop.set(true);
            reader.join();
        }
        assertThat(reads.get()).as("reads; negative if one saw foreign bytes").isPositive();
        quiet.delete();
        busy.delete();
        TestContexts.assertNothingLeft(manager);
    }
}
