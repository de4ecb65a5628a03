package dev.palloc.buffer;

import dev.palloc.lwlock.LWLock;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.lwlock.Tranche;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.SharedArena;
import dev.palloc.shmem.SharedStruct;

/**
 * The array of buffer descriptors: BufferDescriptors of PostgreSQL (buf_init.c). Where it starts is decided by the
 * arena's policy, how far apart they are by the stride. Immutable but for the memory it names; thread safe.
 */
final class Descriptors {
    /** Free list: the last one; one that is in no list. */
    static final int END_OF_LIST = -1;

    static final int NOT_IN_LIST = -2;

    /** Nobody waits. */
    static final int NO_WAITER = -1;

    /** Where the structures of buffers start: lines that are fetched together. */
    static final int LINE_PAIR = LWLocks.PADDED_BYTES;

    private final long base;
    private final int stride;
    private final int count;

    private Descriptors(long base, int stride, int count) {
        this.base = base;
        this.stride = stride;
        this.count = count;
    }

    /**
     * Makes the array.
     *
     * @param name of its structure in the arena
     * @param count how many, at least 1
     * @param stride bytes from one to the next, at least 64
     * @param contentLocks names their content locks
     */
    static Descriptors create(SharedArena arena, String name, int count, int stride, Tranche contentLocks) {
        SharedStruct struct = arena.initStruct(name, (long) count * stride, LINE_PAIR);
        Descriptors descriptors = new Descriptors(struct.address(), stride, count);
        for (int index = 0; index < count; index++) {
            long header = descriptors.header(index);
            RawMemory.fill(header, stride, (byte) 0);
            BufferTag.clear(header + BufferHeader.TAG_OFFSET);
            RawMemory.putInt(header + BufferHeader.ID_OFFSET, index);
            RawMemory.putInt(header + BufferHeader.WAITER_OFFSET, NO_WAITER);
            RawMemory.putInt(header + BufferHeader.FREE_NEXT_OFFSET, index + 1 < count ? index + 1 : END_OF_LIST);
            RawMemory.putInt(header + BufferHeader.TABLE_NEXT_OFFSET, LookupTable.NONE);
            contentLocks.initialize(header + BufferHeader.CONTENT_LOCK_OFFSET);
        }
        return descriptors;
    }

    int count() {
        return count;
    }

    int stride() {
        return stride;
    }

    /** Address of a descriptor. */
    long header(int index) {
        return base + (long) index * stride;
    }

    /** A new handle. */
    LWLock contentLock(LWLocks locks, int index) {
        return locks.lockAt(header(index) + BufferHeader.CONTENT_LOCK_OFFSET);
    }
}
