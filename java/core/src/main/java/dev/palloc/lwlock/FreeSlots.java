package dev.palloc.lwlock;

import dev.palloc.platform.RawMemory;

/** The wait slots that no participant has: a list through the slots, protected by the region's spinlock. */
final class FreeSlots {
    /** In a slot: number of the next free one, or {@link WaitSlots#NONE}. */
    private static final int NEXT_FREE_OFFSET = 16;

    private FreeSlots() {}

    static void initialise(long slots, int count) {
        for (int number = 0; number < count; number++) {
            setNextFree(slots, number, number + 1 < count ? number + 1 : WaitSlots.NONE);
        }
    }

    /** A number, or NONE if all are taken. */
    static int take(long region) {
        RegionHeader.lock(region);
        try {
            int number = RegionHeader.firstFree(region);
            if (number != WaitSlots.NONE) {
                RegionHeader.setFirstFree(region, nextFree(region + RegionHeader.slotsOffset(), number));
                RegionHeader.setInUse(region, RegionHeader.inUse(region) + 1);
            }
            return number;
        } finally {
            RegionHeader.unlock(region);
        }
    }

    static void giveBack(long region, int number) {
        RegionHeader.lock(region);
        try {
            setNextFree(region + RegionHeader.slotsOffset(), number, RegionHeader.firstFree(region));
            RegionHeader.setFirstFree(region, number);
            RegionHeader.setInUse(region, RegionHeader.inUse(region) - 1);
            RegionHeader.foldSpins(region);
        } finally {
            RegionHeader.unlock(region);
        }
    }

    private static int nextFree(long slots, int number) {
        return RawMemory.getInt(slots + (long) number * WaitSlots.BYTES + NEXT_FREE_OFFSET);
    }

    private static void setNextFree(long slots, int number, int next) {
        RawMemory.putInt(slots + (long) number * WaitSlots.BYTES + NEXT_FREE_OFFSET, next);
    }
}
