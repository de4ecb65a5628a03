package dev.palloc.lwlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A set of locks in an arena of its own, and threads that wait for them. */
final class LockFixture implements AutoCloseable {
    static final int PARTICIPANTS = 64;
    /** Bit 30 alone: nobody holds it, nobody waits, a release may wake. */
    static final int AT_REST = 0x4000_0000;

    private static final int SLOTS_OFFSET = 16_512;
    private static final int SLOT_BYTES = 128;
    private static final long PATIENCE_SECONDS = 100;

    final SharedArena arena;
    final LWLocks locks;
    final Tranche tranche;
    final LWLock lock;

    LockFixture() {
        arena = SharedArena.create(Platform.get(), 1 << 20, AlignmentPolicy.CACHELINE_128);
        locks = LWLocks.open(arena, "test locks", PARTICIPANTS);
        tranche = locks.tranche("rows", 8);
        lock = tranche.lock(2);
    }

    /** Eight bytes of the arena on a line of their own. */
    long variable(String name) {
        return arena.initStruct(name, Long.BYTES, 128).address();
    }

    static int state(LWLock lock) {
        return RawMemory.getIntAcquire(lock.address() + 4);
    }

    void assertAtRest() {
        assertThat(state(lock)).as("state of %s", lock).isEqualTo(AT_REST);
        assertThat(RawMemory.getInt(lock.address() + 8)).as("head").isEqualTo(-1);
        assertThat(RawMemory.getInt(lock.address() + 12)).as("tail").isEqualTo(-1);
    }

    /** Numbers of the participants in the queue, by the layout that the package describes; the list must be at rest. */
    List<Integer> queue() {
        long slots = arena.initStruct("test locks", regionBytes(), 128).address() + SLOTS_OFFSET;
        List<Integer> queue = new ArrayList<>();
        int number = RawMemory.getInt(lock.address() + 8);
        while (number != -1 && queue.size() <= PARTICIPANTS) {
            queue.add(number);
            number = RawMemory.getInt(slots + (long) number * SLOT_BYTES + 8);
        }
        return queue;
    }

    private static long regionBytes() {
        return SLOTS_OFFSET + (long) PARTICIPANTS * SLOT_BYTES;
    }

    /** A thread that does something; the future has what it returns or throws. */
    static <T> Future<T> start(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** A thread of which nothing is asked but that it acquires and releases; returns when it is in the queue, last. */
    Future<Boolean> startWaiter(Participant participant, LWLockMode mode) throws InterruptedException {
        Future<Boolean> waiter = start(() -> {
            boolean atOnce = lock.acquire(participant, mode);
            lock.release(participant);
            return atOnce;
        });
        awaitQueued(participant);
        return waiter;
    }

    void awaitQueued(Participant participant) throws InterruptedException {
        awaitQueue("participant " + participant.number() + " in the queue", participant.number());
    }

    private void awaitQueue(String what, int number) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        // With the list locked a link may be half made.
        while ((state(lock) & 1 << 29) != 0 || !queue().contains(number)) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never: " + what);
            }
            Thread.sleep(1);
        }
    }

    /** What a thread returned, in reasonable time. */
    static <T> T result(Future<T> future) throws Exception {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | CompletionException e) {
            if (e.getCause() instanceof Error) {
                throw (Error) e.getCause();
            }
            throw (Exception) e.getCause();
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
