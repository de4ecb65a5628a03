package dev.palloc.lwlock;

/** How a lightweight lock is held. */
public enum LWLockMode {
    /** By one participant alone, who may write what the lock protects. */
    EXCLUSIVE,

    /** By any number of participants, who only read. One may hold the same lock shared several times. */
    SHARED
}
