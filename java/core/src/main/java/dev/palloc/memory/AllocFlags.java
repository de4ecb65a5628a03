package dev.palloc.memory;

/** Flags of the extended calls, and the limits they move. Source: palloc.h and memutils.h of PostgreSQL 18. */
public final class AllocFlags {
    /** Allow sizes above {@link #MAX_ALLOC_SIZE}. */
    public static final int HUGE = 0x01;

    /** Return 0 instead of throwing when memory is exhausted. Bad arguments throw all the same. */
    public static final int NO_OOM = 0x02;

    /** Clear the bytes asked for. */
    public static final int ZERO = 0x04;

    /** Largest request without {@link #HUGE}, in bytes: 1 GiB - 1. */
    public static final long MAX_ALLOC_SIZE = 0x3FFFFFFFL;

    /** Largest request with {@link #HUGE}, in bytes; half of what PostgreSQL calls SIZE_MAX. */
    public static final long MAX_ALLOC_HUGE_SIZE = Long.MAX_VALUE;

    private static final int ALL = HUGE | NO_OOM | ZERO;

    private AllocFlags() {}

    static void check(int flags) {
        if ((flags & ~ALL) != 0) {
            throw new IllegalArgumentException(
                    "allocation flags 0x" + Integer.toHexString(flags) + " has bits other than HUGE, NO_OOM and ZERO");
        }
    }

    /** Every large path calls this first; small paths cannot exceed the limit. */
    static void checkSize(long size, int flags) {
        if (size < 0 || size > MAX_ALLOC_SIZE && (flags & HUGE) == 0) {
            throw new IllegalArgumentException("invalid memory alloc request size " + size + ": it must be from 0 to "
                    + MAX_ALLOC_SIZE + " bytes, or up to " + MAX_ALLOC_HUGE_SIZE + " with the HUGE flag");
        }
    }
}
