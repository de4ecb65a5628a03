package dev.palloc.lwlock;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.SpinDelay;
import dev.palloc.platform.RawMemory;
import java.util.function.Supplier;

/**
 * A lock's list of waiting participants, and the bit of its state that protects it. The lock itself can be taken and
 * released meanwhile; only those who wait or wake contend for the list.
 */
final class WaitList {
    private WaitList() {}

    /**
     * Locks the list: LWLockWaitListLock. Waiters read only, spin a bounded number of times, then sleep: with more
     * threads than processors the one that holds the list may not be running, and with very many of either, spinning on
     * this bit is where their time goes.
     */
    static void lock(long lock) {
        while (!tryLock(lock)) {
            waitForUnlock(lock);
        }
    }

    private static boolean tryLock(long lock) {
        int before = Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.LIST_LOCKED);
        return (before & LockWord.LIST_LOCKED) == 0;
    }

    private static void waitForUnlock(long lock) {
        SpinDelay delay = SpinDelay.ofShortSleeps();
        Supplier<String> description = () -> "wait list of the lock at 0x" + Long.toHexString(lock);
        do {
            delay.pause(description);
        } while ((LockWord.state(lock) & LockWord.LIST_LOCKED) != 0);
        delay.finish();
    }

    /** Full barrier, so release: the next who locks the list sees it as it was left. */
    static void unlock(long lock) {
        Atomic32.fetchAnd(lock + LockWord.STATE_OFFSET, ~LockWord.LIST_LOCKED);
    }

    // All below with the list locked: proclist.h.

    static int head(long lock) {
        return RawMemory.getInt(lock + LockWord.HEAD_OFFSET);
    }

    static boolean isEmpty(long lock) {
        return head(lock) == WaitSlots.NONE;
    }

    static void pushTail(long lock, WaitSlots slots, int number) {
        int tail = RawMemory.getInt(lock + LockWord.TAIL_OFFSET);
        slots.setNext(number, WaitSlots.NONE);
        slots.setPrevious(number, tail);
        if (tail == WaitSlots.NONE) {
            RawMemory.putInt(lock + LockWord.HEAD_OFFSET, number);
        } else {
            slots.setNext(tail, number);
        }
        RawMemory.putInt(lock + LockWord.TAIL_OFFSET, number);
    }

    static void pushHead(long lock, WaitSlots slots, int number) {
        int head = head(lock);
        slots.setPrevious(number, WaitSlots.NONE);
        slots.setNext(number, head);
        if (head == WaitSlots.NONE) {
            RawMemory.putInt(lock + LockWord.TAIL_OFFSET, number);
        } else {
            slots.setPrevious(head, number);
        }
        RawMemory.putInt(lock + LockWord.HEAD_OFFSET, number);
    }

    static void remove(long lock, WaitSlots slots, int number) {
        int previous = slots.previous(number);
        int next = slots.next(number);
        if (previous == WaitSlots.NONE) {
            RawMemory.putInt(lock + LockWord.HEAD_OFFSET, next);
        } else {
            slots.setNext(previous, next);
        }
        if (next == WaitSlots.NONE) {
            RawMemory.putInt(lock + LockWord.TAIL_OFFSET, previous);
        } else {
            slots.setPrevious(next, previous);
        }
        slots.unlink(number);
    }
}
