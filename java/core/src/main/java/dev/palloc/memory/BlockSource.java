package dev.palloc.memory;

/**
 * Where contexts get their blocks, in the place of PostgreSQL's malloc. Confined like the manager that uses it.
 */
public interface BlockSource extends AutoCloseable {

    /**
     * Takes a block. Its content is undefined.
     *
     * @param size bytes, at least 16
     * @return its address, a multiple of at least 64; 0 if there is no such memory to have
     */
    long take(long size);

    /**
     * Gives a block back.
     *
     * @param address what {@link #take} or {@link #resize} returned
     * @param size the size asked for then, in bytes
     */
    void give(long address, long size);

    /**
     * Makes a block larger or smaller, in place or by moving it. The first bytes stay as they are, as many as fit.
     *
     * @param address what {@link #take} or {@link #resize} returned
     * @param oldSize the size asked for then, in bytes
     * @param newSize bytes, at least 16
     * @return its new address; 0 if there is no such memory to have, and then the old block is untouched
     */
    long resize(long address, long oldSize, long newSize);

    /** Gives what is kept back to the platform. All blocks have been given back before. */
    @Override
    void close();
}
