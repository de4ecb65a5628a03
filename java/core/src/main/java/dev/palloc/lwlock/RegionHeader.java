package dev.palloc.lwlock;

import dev.palloc.atomic.SpinDelay;
import dev.palloc.atomic.SpinLock;
import dev.palloc.platform.RawMemory;

/**
 * Layout of the structure that a set of lightweight locks has in an arena: header, names of the tranches, wait slots.
 * Package-info has the picture.
 */
final class RegionHeader {
    static final int MAGIC = 0x4C574C4B;
    static final int BYTES = 128;

    private static final int MAGIC_OFFSET = 0;
    static final int LOCK_OFFSET = 4;
    private static final int PARTICIPANTS_OFFSET = 8;
    private static final int FIRST_FREE_OFFSET = 12;
    private static final int IN_USE_OFFSET = 16;
    static final int TRANCHES_OFFSET = 20;
    private static final int SPINS_OFFSET = 24;

    private static final int FIRST_SPINS = 100;

    private RegionHeader() {}

    static long regionBytes(int participants) {
        return slotsOffset() + (long) participants * WaitSlots.BYTES;
    }

    static long slotsOffset() {
        return BYTES + (long) TrancheTable.CAPACITY * TrancheTable.ENTRY_BYTES;
    }

    /** By the one who made the structure, whose bytes are zero. All that came before is seen with the magic number. */
    static void initialise(long region, int participants) {
        RawMemory.putInt(region + PARTICIPANTS_OFFSET, participants);
        RawMemory.putInt(region + SPINS_OFFSET, FIRST_SPINS);
        FreeSlots.initialise(region + slotsOffset(), participants);
        RawMemory.putInt(region + FIRST_FREE_OFFSET, 0);
        RawMemory.putIntRelease(region + MAGIC_OFFSET, MAGIC);
    }

    /** Until the one who made the structure has initialised it. */
    static void awaitInitialised(long region, String name) {
        if (RawMemory.getIntAcquire(region + MAGIC_OFFSET) != MAGIC) {
            SpinDelay delay = new SpinDelay();
            do {
                delay.pause(() -> "initialisation of the lightweight locks \"" + name + "\"");
            } while (RawMemory.getIntAcquire(region + MAGIC_OFFSET) != MAGIC);
            delay.finish();
        }
    }

    /** Protects everything in the header but magic and participants, and the tranche table. */
    static void lock(long region) {
        SpinLock.acquire(region + LOCK_OFFSET, "header of lightweight locks");
    }

    static void unlock(long region) {
        SpinLock.release(region + LOCK_OFFSET);
    }

    static int participants(long region) {
        return RawMemory.getInt(region + PARTICIPANTS_OFFSET);
    }

    static int inUse(long region) {
        return RawMemory.getInt(region + IN_USE_OFFSET);
    }

    static void setInUse(long region, int count) {
        RawMemory.putInt(region + IN_USE_OFFSET, count);
    }

    static int firstFree(long region) {
        return RawMemory.getInt(region + FIRST_FREE_OFFSET);
    }

    static void setFirstFree(long region, int number) {
        RawMemory.putInt(region + FIRST_FREE_OFFSET, number);
    }

    /** What other processes have learnt about spinning; participants leave their own process' opinion when they go. */
    static void adoptSpins(long region) {
        lock(region);
        try {
            SpinDelay.adopt(RawMemory.getInt(region + SPINS_OFFSET));
        } finally {
            unlock(region);
        }
    }

    /** With the header locked. */
    static void foldSpins(long region) {
        RawMemory.putInt(region + SPINS_OFFSET, SpinDelay.foldInto(RawMemory.getInt(region + SPINS_OFFSET)));
    }
}
