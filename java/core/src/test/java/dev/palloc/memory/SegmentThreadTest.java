package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A confined manager's segments are one thread's, and it says so to the others. */
@Tag("any-mode")
class SegmentThreadTest {
    private final MemoryManager manager = TestManager.create();

    @AfterEach
    void close() {
        manager.close();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void anotherThreadIsRefusedEverything(ContextType type) throws InterruptedException {
        MemoryContext context = TestContexts.root(manager, type);
        MemorySegment segment = context.allocate(16).fill((byte) 7);
        ContextCounters before = context.counters();
        Runnable[] actions = {
            () -> segment.get(ValueLayout.JAVA_BYTE, 0),
            () -> segment.set(ValueLayout.JAVA_BYTE, 0, (byte) 1),
            () -> context.allocate(16),
            () -> context.allocate(16, 8),
            () -> context.allocateZeroed(16, 8),
            () -> context.allocateFrom(ValueLayout.JAVA_INT, 1),
            () -> context.free(segment),
            () -> context.reallocate(segment, 100),
            context::reset,
            context::resetOnly,
            context::delete,
            context::close,
        };
        for (Runnable action : actions) {
            assertThat(TestThreads.thrownElsewhere(action)).isInstanceOf(WrongThreadException.class);
        }
        assertThat(context.counters()).isEqualTo(before);
        assertThat(context.isDeleted()).isFalse();
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 7);
        context.reset();
        assertThat(segment.scope().isAlive()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(ContextType.class)
    void anotherThreadCannotAllocateTheFirstSegmentEither(ContextType type) throws InterruptedException {
        MemoryContext context = TestContexts.root(manager, type);
        assertThat(TestThreads.thrownElsewhere(() -> context.allocate(16)))
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("stranger")
                .hasMessageContaining(Thread.currentThread().getName())
                .hasMessageContaining("transferTo");
        assertThat(context.isReset()).isTrue();
        context.allocate(16);
    }

    @Test
    void aWrongThreadsResetOfABranchLosesNoCallbackFailure() throws InterruptedException {
        assumeFalse(Checking.ENABLED, "the callback does not run there");
        MemoryContext context = TestContexts.root(manager, ContextType.ALLOC_SET);
        context.allocate(16);
        context.registerResetCallback(() -> {
            throw new IllegalArgumentException("of the callback");
        });
        Throwable thrown = TestThreads.thrownElsewhere(context::reset);
        assertThat(thrown).isInstanceOf(WrongThreadException.class);
        assertThat(thrown.getSuppressed())
                .singleElement()
                .satisfies(e -> assertThat(e).hasMessage("of the callback"));
        context.reset();
    }

    @Test
    void aVirtualThreadMayOwnAManager() throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = Thread.ofVirtual().start(() -> {
            try (MemoryManager own = TestManager.create()) {
                MemoryContext context = TestContexts.root(own, ContextType.ALLOC_SET);
                for (int i = 0; i < 100; i++) {
                    assertThat(context.allocateFrom("text " + i).getString(0)).isEqualTo("text " + i);
                    Thread.yield();
                }
                context.reset();
            } catch (Throwable e) {
                thrown.set(e);
            }
        });
        thread.join();
        assertThat(thrown.get()).isNull();
    }

    @Test
    void theOwnerIsNamedInTheMessage() throws InterruptedException {
        assertThat(TestThreads.thrownElsewhere(() -> manager.transferTo(Thread.currentThread())))
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("transferTo by thread stranger")
                .hasMessageContaining(
                        "confined to thread " + Thread.currentThread().getName());
    }
}
