package dev.palloc.stress;

import dev.palloc.lwlock.LWLock;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.lwlock.Participant;
import dev.palloc.lwlock.Tranche;
import dev.palloc.platform.Platform;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.concurrent.atomic.AtomicInteger;

/** What a state of a lock test needs: a free lock, three participants, a line of data. A ring of them, as of lines. */
public final class LockScene {
    private static final int PARTICIPANTS = 3;
    /** Threads that take part by a view. */
    private static final int VIEWERS = 64;

    private static final long ARENA_BYTES = 64L << 20;
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final LockScene[] RING = ring();

    public final LWLock lock;
    public final Participant first;
    public final Participant second;
    public final Participant third;

    /** Address of data that the lock protects; zero when the scene is given out. */
    public long data;

    private LockScene(LWLocks locks, LWLock lock) {
        this.lock = lock;
        this.first = locks.join();
        this.second = locks.join();
        this.third = locks.join();
    }

    private static LockScene[] ring() {
        SharedArena arena = SharedArena.create(Platform.get(), ARENA_BYTES, AlignmentPolicy.CACHELINE_128);
        LWLocks locks = LWLocks.open(arena, "stress", PARTICIPANTS * Ring.SIZE + VIEWERS);
        Tranche tranche = locks.tranche("scenes", Ring.SIZE);
        LockScene[] ring = new LockScene[Ring.SIZE];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new LockScene(locks, tranche.lock(i));
        }
        return ring;
    }

    /** A scene whose state before has ended. */
    public static LockScene next() {
        LockScene scene = RING[NEXT.getAndIncrement() & (Ring.SIZE - 1)];
        scene.data = Line.next();
        return scene;
    }

    /** What is wrong with a lock that all have left, or "at rest". */
    public String afterwards() {
        if (lock.isHeldExclusively() || lock.sharedHolders() != 0) {
            return "held";
        }
        return lock.hasWaiters() ? "has waiters" : "at rest";
    }
}
