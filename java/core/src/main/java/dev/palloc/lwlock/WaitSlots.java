package dev.palloc.lwlock;

import dev.palloc.platform.RawMemory;

/**
 * What the participants' wait slots hold: the part of PGPROC that lightweight locks use (storage/proc.h). Slots are
 * named by number, in links too, so that the memory may lie anywhere. Package-info has the picture.
 */
final class WaitSlots {
    /** End of a list. A slot that is in none has 0 in both links, as zeroed memory has. */
    static final int NONE = -1;

    static final int BYTES = 128;

    static final int NOT_WAITING = 0;
    static final int WAITING = 1;
    static final int PENDING_WAKEUP = 2;

    private static final int WAITING_OFFSET = 0;
    private static final int MODE_OFFSET = 4;
    private static final int NEXT_OFFSET = 8;
    private static final int PREVIOUS_OFFSET = 12;

    private final long base;

    WaitSlots(long base) {
        this.base = base;
    }

    private long slot(int number) {
        return base + (long) number * BYTES;
    }

    /**
     * Whether the participant waits. Acquire: who sees NOT_WAITING also sees that the waker has unlinked the slot, so it
     * may link it elsewhere.
     */
    int waiting(int number) {
        return RawMemory.getIntAcquire(slot(number) + WAITING_OFFSET);
    }

    /** Under the wait-list lock for the other two values; NOT_WAITING is stored by the waker without it, when all is done. */
    void setWaiting(int number, int value) {
        RawMemory.putIntRelease(slot(number) + WAITING_OFFSET, value);
    }

    // The rest is protected by the wait-list lock of the lock that is waited for; between PENDING_WAKEUP and
    // NOT_WAITING
    // it is the waker's.

    int mode(int number) {
        return RawMemory.getInt(slot(number) + MODE_OFFSET);
    }

    void setMode(int number, int mode) {
        RawMemory.putInt(slot(number) + MODE_OFFSET, mode);
    }

    int next(int number) {
        return RawMemory.getInt(slot(number) + NEXT_OFFSET);
    }

    void setNext(int number, int next) {
        RawMemory.putInt(slot(number) + NEXT_OFFSET, next);
    }

    int previous(int number) {
        return RawMemory.getInt(slot(number) + PREVIOUS_OFFSET);
    }

    void setPrevious(int number, int previous) {
        RawMemory.putInt(slot(number) + PREVIOUS_OFFSET, previous);
    }

    void unlink(int number) {
        setNext(number, 0);
        setPrevious(number, 0);
    }
}
