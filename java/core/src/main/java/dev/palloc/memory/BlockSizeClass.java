package dev.palloc.memory;

/**
 * Size classes of cached blocks: every power of two is one, so that the doubling blocks of contexts fit exactly; large
 * chunks' blocks have odd sizes and waste at most an eighth.
 *
 * <pre>
 *   up to 1 KiB      multiples of 64 bytes            classes 0..15
 *   up to 2^61       8 steps to the next doubling     classes 16..423
 * </pre>
 */
final class BlockSizeClass {
    static final int COUNT = 424;

    /** Largest size that has a class, in bytes. */
    static final long LIMIT = 1L << 61;

    private static final int LINEAR_STEP_BITS = 6;
    private static final int LINEAR_LIMIT_BITS = 10;
    private static final int STEP_BITS = 3;
    private static final int LINEAR_COUNT = 1 << LINEAR_LIMIT_BITS - LINEAR_STEP_BITS;

    private BlockSizeClass() {}

    /** Class of a size from 1 to {@link #LIMIT} bytes. */
    static int of(long size) {
        long last = size - 1;
        if (last < 1L << LINEAR_LIMIT_BITS) {
            return (int) (last >> LINEAR_STEP_BITS);
        }
        int doubling = 63 - Long.numberOfLeadingZeros(last);
        int step = (int) (last >> doubling - STEP_BITS) & (1 << STEP_BITS) - 1;
        return LINEAR_COUNT + (doubling - LINEAR_LIMIT_BITS << STEP_BITS) + step;
    }

    /** Largest size of a class, in bytes: what a block of the class really has. */
    static long capacity(int sizeClass) {
        if (sizeClass < LINEAR_COUNT) {
            return (long) (sizeClass + 1) << LINEAR_STEP_BITS;
        }
        int doubling = LINEAR_LIMIT_BITS + (sizeClass - LINEAR_COUNT >> STEP_BITS);
        int step = sizeClass - LINEAR_COUNT & (1 << STEP_BITS) - 1;
        return (1L << doubling) + ((long) (step + 1) << doubling - STEP_BITS);
    }
}
