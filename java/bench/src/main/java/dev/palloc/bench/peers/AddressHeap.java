package dev.palloc.bench.peers;

/**
 * An allocator whose handles are addresses. What it hands out is not cleared and is a multiple of 8. One thread at a
 * time, the one that opened it.
 */
public interface AddressHeap extends AutoCloseable {

    /**
     * Allocates.
     *
     * @param size bytes, at least 1
     * @return the address
     */
    long allocate(long size);

    /**
     * Frees.
     *
     * @param address what {@link #allocate} or {@link #reallocate} returned
     */
    void free(long address);

    /**
     * Changes the size; the content stays, as much as fits.
     *
     * @param address what {@link #allocate} or {@link #reallocate} returned
     * @param size bytes, at least 1
     * @return the address from now on
     */
    long reallocate(long address, long size);

    /** Gives back what the allocator holds itself. All was freed before. */
    @Override
    default void close() {}
}
