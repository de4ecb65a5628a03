package dev.palloc.shmem;

import dev.palloc.atomic.SpinLock;

/**
 * Hands out a segment from its start to its end: ShmemAllocRaw of PostgreSQL (storage/ipc/shmem.c). Its one variable is
 * the free offset in the header, protected by the allocation lock; this object only knows where that is.
 */
final class BumpAllocator {
    /** Result where the request does not fit. */
    static final long NO_ROOM = -1;

    private final long base;
    private final long lock;
    private final long totalSize;
    private final AlignmentPolicy policy;

    BumpAllocator(long base, long totalSize, AlignmentPolicy policy) {
        this.base = base;
        this.lock = base + SegmentHeader.ALLOCATION_LOCK_OFFSET;
        this.totalSize = totalSize;
        this.policy = policy;
    }

    /** Takes one piece; its offset or {@link #NO_ROOM}. Size at least 1, alignment a power of two up to a page. */
    long allocate(long size, long alignment) {
        SpinLock.acquire(lock);
        try {
            long start = fit(freeOffset(), size, alignment);
            if (start != NO_ROOM) {
                advance(start + policy.allocatedSize(size));
            }
            return start;
        } finally {
            SpinLock.release(lock);
        }
    }

    /** For a caller that needs several pieces or none: {@link #fit} for each, {@link #advance}, {@link #unlock}. */
    void lock() {
        SpinLock.acquire(lock);
    }

    void unlock() {
        SpinLock.release(lock);
    }

    /** Where a request would start if this were the first free byte, or {@link #NO_ROOM}. Changes nothing. */
    long fit(long free, long size, long alignment) {
        // A size above the whole is settled here, so that nothing below can overflow. PostgreSQL adds without a look.
        if (size > totalSize) {
            return NO_ROOM;
        }
        long start = policy.start(free, size, alignment);
        return start > totalSize - policy.allocatedSize(size) ? NO_ROOM : start;
    }

    /** Moves the free offset up to here; the caller holds the lock. */
    void advance(long offset) {
        SegmentHeader.setFreeOffset(base, offset);
    }

    long freeOffset() {
        return SegmentHeader.freeOffset(base);
    }

    long freeBytes() {
        return totalSize - freeOffset();
    }

    long totalSize() {
        return totalSize;
    }

    AlignmentPolicy policy() {
        return policy;
    }
}
