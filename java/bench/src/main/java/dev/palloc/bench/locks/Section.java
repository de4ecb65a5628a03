package dev.palloc.bench.locks;

import dev.palloc.platform.RawMemory;

/** What is done under the lock: tens of nanoseconds, most of them for the clock. Wrong if two are in it at a time. */
final class Section {
    private final long counter;

    /** Eight bytes, zeroed. */
    Section(long counter) {
        this.counter = counter;
    }

    /** Returns the time at which the lock was held. */
    long enter() {
        long now = System.nanoTime();
        RawMemory.putLong(counter, RawMemory.getLong(counter) + 1);
        return now;
    }

    /** How often it was entered, if never by two at a time. */
    long entered() {
        return RawMemory.getLong(counter);
    }
}
