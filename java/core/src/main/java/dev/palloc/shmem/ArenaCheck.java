package dev.palloc.shmem;

import dev.palloc.PallocException;

/** Tells an arena from other memory before a handle believes its offsets. */
final class ArenaCheck {
    private ArenaCheck() {}

    static void check(long base) {
        int magic = SegmentHeader.magic(base);
        if (magic != SegmentHeader.MAGIC) {
            throw broken(base, "the magic number is " + magic + " instead of " + SegmentHeader.MAGIC);
        }
        long total = SegmentHeader.totalSize(base);
        if (total < SegmentHeader.END || total > SegmentHeader.MAX_TOTAL_SIZE) {
            throw broken(base, "a total size of " + total + " bytes is impossible");
        }
        try {
            AlignmentPolicy.ofNumber(SegmentHeader.policy(base));
        } catch (IllegalArgumentException unknown) {
            throw broken(base, unknown.getMessage());
        }
        long free = SegmentHeader.freeOffset(base);
        if (free < SegmentHeader.END || free > total) {
            throw broken(base, "the free offset " + free + " is outside the " + total + " bytes");
        }
        if (!StructIndex.plausible(base, SegmentHeader.index(base), free)) {
            throw broken(base, "there is no index at offset " + SegmentHeader.index(base));
        }
    }

    private static PallocException broken(long base, String why) {
        return new PallocException("no arena at address 0x" + Long.toHexString(base) + ": " + why
                + "; pass the address of one that is created and not closed");
    }
}
