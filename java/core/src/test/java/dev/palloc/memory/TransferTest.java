package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A confined manager goes from one thread to another, whole. */
@Tag("any-mode")
class TransferTest {
    /** Hands a manager over by a queue, lets the other thread work on it, and takes it back. */
    private static void elsewhere(MemoryManager manager, Runnable work) throws InterruptedException {
        Thread here = Thread.currentThread();
        SynchronousQueue<MemoryManager> queue = new SynchronousQueue<>();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread there = new Thread(
                () -> {
                    try {
                        queue.take();
                        work.run();
                        manager.transferTo(here);
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                },
                "there");
        there.start();
        manager.transferTo(there);
        assertThat(queue.offer(manager, 60, TimeUnit.SECONDS)).isTrue();
        there.join();
        if (thrown.get() != null) {
            throw new AssertionError("in the other thread", thrown.get());
        }
    }

    @Test
    void theNewOwnerUsesBothTiersAndTheOldOneNone() throws InterruptedException {
        MemoryManager manager = TestManager.create();
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        long pointer = set.pstrdup("from here");
        AtomicReference<MemorySegment> segment = new AtomicReference<>();
        elsewhere(manager, () -> {
            assertThat(CStrings.read(pointer)).isEqualTo("from here");
            manager.pfree(pointer);
            segment.set(set.allocateFrom("from there"));
            assertThatThrownBy(() -> manager.transferTo(Thread.currentThread()))
                    .as("not with segments, not even to itself")
                    .isInstanceOf(IllegalStateException.class);
            set.reset();
            assertThat(segment.get().scope().isAlive()).isFalse();
        });
        assertThat(set.allocateFrom("here again").getString(0)).isEqualTo("here again");
        manager.close();
    }

    @Test
    void theOldOwnerIsRefusedAfterwards() throws InterruptedException {
        MemoryManager manager = TestManager.create();
        MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
        Thread other = new Thread(manager::close, "other");
        manager.transferTo(other);
        assertThatThrownBy(() -> set.allocate(8))
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("confined to thread other");
        assertThatThrownBy(() -> manager.transferTo(Thread.currentThread()))
                .isInstanceOf(WrongThreadException.class)
                .hasMessageContaining("confined to thread other");
        other.start();
        other.join();
        assertThat(set.isDeleted()).isTrue();
    }

    @Test
    void segmentsKeepAManagerWhereItIsUntilTheirContextsReset() throws InterruptedException {
        try (MemoryManager manager = TestManager.create()) {
            MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
            MemoryContext child = manager.createBump(set, "child", BlockSizes.SMALL);
            MemoryContext second = manager.createSlab(set, "second", 1024, 64);
            child.allocate(8);
            second.allocate(8);
            Thread here = Thread.currentThread();
            for (MemoryContext holder : new MemoryContext[] {child, second}) {
                assertThatThrownBy(() -> manager.transferTo(here))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(holder.toString())
                        .hasMessageContaining("reset it");
                holder.reset();
            }
            elsewhere(
                    manager,
                    () -> assertThat(child.allocateFrom(ValueLayout.JAVA_INT, 5).get(ValueLayout.JAVA_INT, 0))
                            .isEqualTo(5) /* and dies with its context */
                            .satisfies(five -> child.reset()));
        }
    }

    /** It handed out nothing, so there is nothing to wait for; and if there were, a reset would end it. */
    @Test
    void anAllocationThatFailedIsNoReasonToStay() {
        try (MemoryManager manager = TestManager.create()) {
            MemoryContext set = TestContexts.root(manager, ContextType.ALLOC_SET);
            assertThatIllegalArgumentException().isThrownBy(() -> set.allocate(-1));
            set.reset();
            manager.transferTo(Thread.currentThread());
        }
    }

    @Test
    void aSharedManagerNeedsNone() {
        try (MemoryManager manager = TestContexts.shared()) {
            assertThatThrownBy(() -> manager.transferTo(Thread.currentThread()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("shared");
        }
    }

    @Test
    void nobodyIsNoOwner() {
        try (MemoryManager manager = TestManager.create()) {
            assertThatNullPointerException()
                    .isThrownBy(() -> manager.transferTo(null))
                    .withMessage("newOwner");
        }
    }
}
