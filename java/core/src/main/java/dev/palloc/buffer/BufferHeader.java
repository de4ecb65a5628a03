package dev.palloc.buffer;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.SpinDelay;
import dev.palloc.platform.RawMemory;

/**
 * Where the fields of a buffer descriptor are, and the protocol of its state word: bufmgr.c and buf_internals.h of
 * PostgreSQL 18. Descriptors are named by raw address here.
 *
 * <p>The rule for the state word: while LOCKED is set, only who set it writes the word. So the holder may compute a new
 * word at leisure and store it together with the release of the lock. All others change it by compare-and-swap, which
 * they do not even try while it is locked; an unconditional add or or could be overwritten by that store. The one
 * exception is the or that takes the lock: if LOCKED is set already, it changes nothing.
 *
 * <p>Thread safe. Makes no Java garbage unless it has to wait.
 */
final class BufferHeader {
    /** Size of a descriptor. */
    static final int BYTES = 64;

    /** Written under the header lock by who has the only pin; read under the header lock or with a pin. */
    static final int TAG_OFFSET = 0;

    /** Number of the descriptor; constant. */
    static final int ID_OFFSET = 20;

    /** Atomic operations, and plain ones of the header lock's holder. */
    static final int STATE_OFFSET = 24;

    /** Participant that waits for the last other pin to go; the header lock. */
    static final int WAITER_OFFSET = 28;

    /** Next in the free list; the strategy's lock. */
    static final int FREE_NEXT_OFFSET = 32;

    /** Next buffer of the bucket in the lookup table; the partition's lock. */
    static final int TABLE_NEXT_OFFSET = 36;

    /** Content lock, an LWLock of 16 bytes. */
    static final int CONTENT_LOCK_OFFSET = 48;

    private BufferHeader() {}

    /** Old news unless the caller has a pin or the header lock, and even then others pin and unpin. */
    static int state(long header) {
        return RawMemory.getIntAcquire(header + STATE_OFFSET);
    }

    static int id(long header) {
        return RawMemory.getInt(header + ID_OFFSET);
    }

    /**
     * Takes the header lock. LockBufHdr. A full barrier: what earlier holders wrote to the descriptor is seen.
     *
     * @return the state, with LOCKED
     */
    static int lock(long header) {
        int before = Atomic32.fetchOr(header + STATE_OFFSET, BufferState.LOCKED);
        return (before & BufferState.LOCKED) == 0 ? before | BufferState.LOCKED : lockSlowly(header);
    }

    private static int lockSlowly(long header) {
        SpinDelay delay = new SpinDelay();
        int before;
        do {
            delay.pause(() -> describe(header));
            before = Atomic32.fetchOr(header + STATE_OFFSET, BufferState.LOCKED);
        } while ((before & BufferState.LOCKED) != 0);
        delay.finish();
        return before | BufferState.LOCKED;
    }

    /**
     * Stores a new state and releases the header lock. UnlockBufHdrState. Release: whoever takes the lock or swaps the
     * word afterwards sees what was written to the descriptor.
     */
    static void unlock(long header, int state) {
        RawMemory.putIntRelease(header + STATE_OFFSET, state & ~BufferState.LOCKED);
    }

    /** Waits until nobody has the header lock and returns the state then. WaitBufHdrUnlocked. Reads only. */
    static int awaitUnlocked(long header) {
        return unlocked(header, state(header));
    }

    /** The state that was seen if it can be changed, or the one there is when it can. */
    private static int unlocked(long header, int seen) {
        return (seen & BufferState.LOCKED) == 0 ? seen : awaitSlowly(header);
    }

    private static int awaitSlowly(long header) {
        SpinDelay delay = new SpinDelay();
        int state;
        do {
            delay.pause(() -> describe(header));
            state = state(header);
        } while ((state & BufferState.LOCKED) != 0);
        delay.finish();
        return state;
    }

    /**
     * Adds the participant's first pin and counts the use. PinBuffer. Who calls it holds what keeps the tag from changing:
     * the lock of the partition it was looked up in.
     *
     * @return the state afterwards
     */
    static int pin(long header, boolean ring) {
        int seen = awaitUnlocked(header);
        while (true) {
            int pinned = ring ? BufferState.pinnedByRing(seen) : BufferState.pinned(seen);
            int witness = Atomic32.compareExchange(header + STATE_OFFSET, seen, pinned);
            if (witness == seen) {
                return pinned;
            }
            seen = unlocked(header, witness);
        }
    }

    /** Adds the participant's first pin and releases the header lock. PinBuffer_Locked: this is not a use. */
    static void pinLocked(long header, int state) {
        unlock(header, state + BufferState.ONE_REFERENCE);
    }

    /**
     * Takes the participant's last pin away. The full barrier of the swap comes after all that it did to the page.
     *
     * @return the state afterwards; if it has PIN_COUNT_WAITER and one pin, the waiter is to be woken
     */
    static int unpin(long header) {
        int seen = awaitUnlocked(header);
        while (true) {
            int unpinned = seen - BufferState.ONE_REFERENCE;
            int witness = Atomic32.compareExchange(header + STATE_OFFSET, seen, unpinned);
            if (witness == seen) {
                return unpinned;
            }
            seen = unlocked(header, witness);
        }
    }

    /**
     * Sets flags without the header lock. MarkBufferDirty does so.
     *
     * @return the state before
     */
    static int set(long header, int flags) {
        int seen = awaitUnlocked(header);
        while (!BufferState.has(seen, flags)) {
            int witness = Atomic32.compareExchange(header + STATE_OFFSET, seen, seen | flags);
            if (witness == seen) {
                return seen;
            }
            seen = unlocked(header, witness);
        }
        return seen;
    }

    private static String describe(long header) {
        return "header lock of buffer " + id(header) + " (" + BufferState.describe(state(header)) + ")";
    }
}
