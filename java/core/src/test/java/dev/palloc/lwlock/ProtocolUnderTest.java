package dev.palloc.lwlock;

import dev.palloc.lwlock.interleaving.Protocol;

/** What the checker of interleavings loads beside the protocol, to reach it within its package. */
@SuppressWarnings("exports")
public final class ProtocolUnderTest implements Protocol {
    private final LockProtocol protocol;
    private final WaitQueue queue;
    private final WaitSlots slots;
    private final Parking parking;

    public ProtocolUnderTest(long slotBase, int participants) {
        slots = new WaitSlots(slotBase);
        parking = new Parking(participants);
        protocol = new LockProtocol(slots, parking);
        queue = new WaitQueue(slots, parking);
    }

    @Override
    public int acquire(long lock, int me, int mode, boolean interruptible, long deadline) {
        return protocol.acquire(lock, me, mode, interruptible, deadline);
    }

    @Override
    public boolean acquireOrWait(long lock, int me, int mode) {
        return protocol.acquireOrWait(lock, me, mode);
    }

    @Override
    public boolean attempt(long lock, int mode) {
        return LockWord.attempt(lock, mode);
    }

    @Override
    public long waitForVariable(long lock, int me, long variable, long old) {
        return protocol.waitForVariable(lock, me, variable, old);
    }

    @Override
    public void updateVariable(long lock, long variable, long value) {
        protocol.updateVariable(lock, variable, value);
    }

    @Override
    public void release(long lock, int mode) {
        protocol.release(lock, mode);
    }

    @Override
    public void acquireWithoutSecondAttempt(long lock, int me, int mode) {
        while (!LockWord.attempt(lock, mode)) {
            queue.add(lock, me, mode);
            parking.await(slots, me);
            dev.palloc.atomic.Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK);
        }
    }

    @Override
    public boolean acquireAndKeepWakeup(long lock, int me, int mode, long deadline) {
        if (LockWord.attempt(lock, mode)) {
            return true;
        }
        queue.add(lock, me, mode);
        if (LockWord.attempt(lock, mode)) {
            queue.remove(lock, me);
            return true;
        }
        if (parking.await(slots, me, false, deadline) != Parking.WOKEN) {
            // RELEASE_OK is set again, but who was to be woken sleeps on.
            queue.remove(lock, me);
            return false;
        }
        dev.palloc.atomic.Atomic32.fetchOr(lock + LockWord.STATE_OFFSET, LockWord.RELEASE_OK);
        return LockWord.attempt(lock, mode);
    }
}
