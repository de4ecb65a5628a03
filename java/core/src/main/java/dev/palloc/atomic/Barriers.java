package dev.palloc.atomic;

import java.lang.invoke.VarHandle;

/**
 * The barriers of PostgreSQL's README.barrier, for words that are written and read without order of their own. Each also
 * keeps the compiler from moving accesses across. PostgreSQL's compiler-only barrier has no counterpart: in Java no
 * barrier is for one side alone.
 *
 * <p>A barrier orders the accesses of the thread that executes it; the other side needs the matching one.
 */
public final class Barriers {
    private Barriers() {}

    /** Full: nothing before moves behind, nothing behind moves before, not even a load before a store. */
    public static void full() {
        VarHandle.fullFence();
    }

    /** Read: loads before stay before loads behind. Stores may pass. Pairs with {@link #write()}. */
    public static void read() {
        VarHandle.loadLoadFence();
    }

    /** Write: stores before stay before stores behind. Loads may pass. Pairs with {@link #read()}. */
    public static void write() {
        VarHandle.storeStoreFence();
    }
}
