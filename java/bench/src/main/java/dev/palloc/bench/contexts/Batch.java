package dev.palloc.bench.contexts;

import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Allocations that are given back together. The loop is the same for all; a kind of batch says how it begins, allocates
 * and gives back. One thread at a time, the one that opened it. The loop is compiled for itself: see {@link HeapWork}.
 */
abstract class Batch implements AutoCloseable {

    /**
     * One round.
     *
     * @param count how many allocations
     * @param size bytes of each
     * @return the sum of their addresses
     */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    final long run(int count, long size) {
        begin();
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += allocate(size);
        }
        releaseAll();
        return sum;
    }

    /** Makes ready for allocations. */
    abstract void begin();

    /** Allocates and returns the address. */
    abstract long allocate(long size);

    /** Gives back everything since {@link #begin}. */
    abstract void releaseAll();

    /** Gives back what is kept from round to round. */
    @Override
    public void close() {}
}
