package dev.palloc.bench.peers;

/**
 * An allocator whose handles are objects that check bounds. Content is read and written in the handle's own way, because
 * that is part of its price. One thread at a time, the one that opened it.
 *
 * @param <H> the handle
 */
public interface ObjectHeap<H> extends AutoCloseable {

    /**
     * Allocates.
     *
     * @param size bytes, at least 1
     * @return the handle
     */
    H allocate(long size);

    /**
     * Frees.
     *
     * @param handle what {@link #allocate} or {@link #reallocate} returned
     */
    void free(H handle);

    /**
     * Changes the size; the content stays, as much as fits.
     *
     * @param handle what {@link #allocate} or {@link #reallocate} returned
     * @param size bytes, at least 1
     * @return the handle from now on
     */
    H reallocate(H handle, long size);

    /**
     * Stores 8 bytes.
     *
     * @param handle of the memory
     * @param offset from its start, in bytes, a multiple of 8
     * @param value what to store
     */
    void putLong(H handle, long offset, long value);

    /**
     * Loads 8 bytes.
     *
     * @param handle of the memory
     * @param offset from its start, in bytes, a multiple of 8
     * @return the value
     */
    long getLong(H handle, long offset);

    /**
     * The address of the memory.
     *
     * @param handle of the memory
     * @return the address
     */
    long address(H handle);

    /** Gives back what the allocator holds itself. All was freed before. */
    @Override
    default void close() {}
}
