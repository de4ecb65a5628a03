package dev.palloc.lwlock.interleaving;

/** The lock protocol as the checker drives it; implemented by a class that is loaded along with the protocol's own. */
public interface Protocol {
    int EXCLUSIVE = 0;
    int SHARED = 1;

    /** Negative at once, 0 after waiting, above without the lock. */
    int acquire(long lock, int me, int mode, boolean interruptible, long deadline);

    boolean acquireOrWait(long lock, int me, int mode);

    boolean attempt(long lock, int mode);

    long waitForVariable(long lock, int me, long variable, long old);

    void updateVariable(long lock, long variable, long value);

    void release(long lock, int mode);

    /** Wrong on purpose: sleeps without a second attempt. */
    void acquireWithoutSecondAttempt(long lock, int me, int mode);

    /** Wrong on purpose: leaves the queue at a time limit and keeps a wakeup that it was sent. */
    boolean acquireAndKeepWakeup(long lock, int me, int mode, long deadline);
}
