package dev.palloc.bench.locks;

/** One thread's way to a lock. */
interface Holder {
    /** Takes the lock, does the section, releases the lock; returns what the section returns. */
    long hold(Section section);

    /** When the thread has done all. */
    default void leave() {}
}
