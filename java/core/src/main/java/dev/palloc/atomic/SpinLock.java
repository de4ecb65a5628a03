package dev.palloc.atomic;

import dev.palloc.platform.RawMemory;
import java.util.function.Supplier;

/**
 * A spinlock in 4 bytes of off-heap memory. For a handful of instructions, never across a call that may block, not
 * recursive.
 *
 * <pre>
 *   bit 31   set while held
 *   0..30    low bits of the holder's thread id, for messages
 * </pre>
 *
 * <p>Test and test-and-set (s_lock.h of PostgreSQL): the first try goes straight for the word; a waiter only reads
 * until the word looks free, so that waiting does not take the line away from the holder. {@link SpinDelay} says how it
 * waits. Acquiring has acquire ordering, releasing has release ordering: what was written under the lock is visible to
 * the next holder.
 *
 * <p>Thread safe. A thread id is unique within a process only, so nothing but messages and the check of a release
 * depends on it. Makes no Java garbage unless it has to wait.
 */
public final class SpinLock {
    private static final int FREE = 0;
    private static final int HELD = 1 << 31;

    private SpinLock() {}

    /**
     * Takes the lock, waiting as long as it takes.
     *
     * @param address the lock word, a multiple of 4
     * @throws IllegalArgumentException if the address is not aligned
     * @throws dev.palloc.StuckLockException if the lock has been held for minutes; names the place of this call
     */
    public static void acquire(long address) {
        if (!tryAcquire(address)) {
            acquireSlowly(address, null, new SpinDelay());
        }
    }

    /**
     * Takes the lock, waiting as long as it takes.
     *
     * @param address the lock word, a multiple of 4
     * @param name what messages call the lock
     * @throws IllegalArgumentException if the address is not aligned
     * @throws dev.palloc.StuckLockException if the lock has been held for minutes
     */
    public static void acquire(long address, String name) {
        if (!tryAcquire(address)) {
            acquireSlowly(address, name, new SpinDelay());
        }
    }

    /**
     * Takes the lock if it is free.
     *
     * @param address the lock word, a multiple of 4
     * @return whether the caller now holds it
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static boolean tryAcquire(long address) {
        return RawMemory.compareAndSetInt(address, FREE, mine());
    }

    /**
     * Releases the lock.
     *
     * @param address the lock word, a multiple of 4
     * @throws IllegalArgumentException if the address is not aligned
     * @throws IllegalStateException if this thread does not hold the lock
     */
    public static void release(long address) {
        int word = RawMemory.getIntAcquire(address);
        if (word != mine()) {
            throw notHeld(address, word);
        }
        RawMemory.putIntRelease(address, FREE);
    }

    /**
     * Whether anyone holds the lock. Old news by the time it is read.
     *
     * @param address the lock word, a multiple of 4
     * @return whether it is held
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static boolean isHeld(long address) {
        return RawMemory.getIntAcquire(address) != FREE;
    }

    static void acquireSlowly(long address, String name, SpinDelay delay) {
        Supplier<String> description = () -> describe(address, name);
        do {
            delay.pause(description);
        } while (RawMemory.getIntAcquire(address) != FREE || !tryAcquire(address));
        delay.finish();
    }

    static int numberOf(Thread thread) {
        return (int) thread.threadId() & ~HELD;
    }

    private static int mine() {
        return numberOf(Thread.currentThread()) | HELD;
    }

    private static String describe(long address, String name) {
        return (name == null ? "spinlock" : "spinlock \"" + name + "\"") + " at 0x" + Long.toHexString(address) + " ("
                + holder(RawMemory.getIntAcquire(address)) + ")";
    }

    private static String holder(int word) {
        return word == FREE ? "free by now" : "held by " + Callers.thread(word & ~HELD);
    }

    private static IllegalStateException notHeld(long address, int word) {
        return new IllegalStateException("the spinlock at 0x" + Long.toHexString(address)
                + " is not held by this thread (" + (word == FREE ? "it is free" : holder(word))
                + "): release follows acquire, once, in the same thread");
    }
}
