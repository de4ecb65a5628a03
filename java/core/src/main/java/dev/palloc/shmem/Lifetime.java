package dev.palloc.shmem;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.StampedLock;

/**
 * Life of a handle: lets its calls finish before the memory goes, and ends the segments that were given out with it. On
 * the Java heap, as it is about this handle, not about the arena.
 */
final class Lifetime {
    /** Shared by calls in progress, exclusive for the end. */
    private final StampedLock calls = new StampedLock();

    /** Scope of the segments given out. Shared between threads; its close makes them all inaccessible at once. */
    private final Arena scope = Arena.ofShared();

    /** Set once, by {@link #end}, under this object's monitor. */
    private volatile boolean ended;

    /** Begins a call; the result is for {@link #exit}. */
    long enter() {
        // Looked at before too: readers overtake a waiting writer, and a busy arena would never end.
        if (!ended) {
            long stamp = calls.readLock();
            if (!ended) {
                return stamp;
            }
            calls.unlockRead(stamp);
        }
        throw new IllegalStateException(
                "this arena handle is closed: use it before close, or attach anew to an arena that"
                        + " is still there");
    }

    void exit(long stamp) {
        calls.unlockRead(stamp);
    }

    /** Refuses new calls, waits for those in progress, then runs what releases the memory. A second time, nothing. */
    synchronized void end(Runnable release) {
        if (ended) {
            return;
        }
        // Throws while a segment is in the hands of a downcall or channel; the handle then stays open.
        scope.close();
        ended = true;
        long stamp = calls.writeLock();
        try {
            release.run();
        } finally {
            calls.unlockWrite(stamp);
        }
    }

    /** Bounds-checked view of live memory that ends with this handle. */
    @SuppressWarnings("restricted") // Only narrows the lifetime of what RawMemory, which asked for the grant, made.
    MemorySegment segment(long address, long bytes) {
        long stamp = enter();
        try {
            return RawMemory.segment(address, bytes).reinterpret(scope, null);
        } finally {
            exit(stamp);
        }
    }
}
