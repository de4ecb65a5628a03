package dev.palloc.bench.contexts;

/**
 * What an allocator is made to do. There are two implementations, word for word the same but for the kind of handle:
 * addresses in an array of numbers, objects in an array of references. One thread at a time.
 *
 * <p>Each work is compiled for itself and called, never inlined. The compiler stops inlining at a depth of fifteen calls,
 * of which one access to a segment takes up to eight; with JMH's loop above it, the work would be two calls further down
 * than a user's.
 */
interface HeapWork extends AutoCloseable {

    /**
     * Prepares the ring, empty.
     *
     * @param slots how many chunks it keeps alive
     * @param size bytes of each, at least 8
     * @param touch whether the first 8 bytes of each are written
     */
    void openRing(int slots, long size, boolean touch);

    /**
     * For each step frees the chunk in the next slot, if there is one, and puts a new one there.
     *
     * @param steps how many
     */
    void ring(int steps);

    /**
     * The first 8 bytes of a chunk in the ring.
     *
     * @param slot which
     * @return the number of the step since the last call of {@link #ring} began, if chunks are touched
     */
    long content(int slot);

    /**
     * Allocates a chunk, writes its last 8 bytes, reads them and frees it.
     *
     * @param size bytes, at least 8
     * @param value what to write
     * @return what was read
     */
    long use(long size, long value);

    /**
     * Allocates a chunk, doubles it until it has the largest size, and frees it. At each size its last 8 bytes are
     * written; all of them are read at the end, so that content that did not move along is found.
     *
     * @param from first size in bytes, at least 8
     * @param to largest size in bytes
     * @return the sum of all sizes, if each is still found where it was written
     */
    long grow(long from, long to);

    /** Frees what the ring holds, then the allocator. */
    @Override
    void close();
}
