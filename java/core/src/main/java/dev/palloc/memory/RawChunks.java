package dev.palloc.memory;

import dev.palloc.InvalidChunkException;
import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.RawMemory;

/**
 * What is done to a chunk by its pointer alone, raw tier: the header before it names its context. A pointer is what a
 * palloc or repalloc of the same manager returned, not from a bump context, whose chunks have no header. Every call
 * throws {@link IllegalArgumentException} for a pointer that is 0, negative or not a multiple of 8, and {@link
 * InvalidChunkException} where the word before it is not a chunk's header. Source of the behaviour: mcxt.c of PostgreSQL
 * 18.
 */
public interface RawChunks {

    /**
     * Frees a chunk.
     *
     * @param pointer a live chunk
     */
    void pfree(long pointer);

    /**
     * Changes the size of a chunk, within its context and with flags. The content stays, as much as fits.
     *
     * @param pointer a live chunk
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}, or more with {@link AllocFlags#HUGE}
     * @param flags {@link AllocFlags#HUGE} and {@link AllocFlags#NO_OOM}; there is nothing to clear in a chunk with
     *     content, so {@link AllocFlags#ZERO} is refused
     * @return the chunk's pointer from now on, the old one is dead unless it is the same; 0 with NO_OOM if there is no
     *     memory, and then the chunk is as it was
     * @throws IllegalArgumentException if an argument is out of range, or a slab's chunk is to change its size
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    long repallocExtended(long pointer, long size, int flags);

    /**
     * All the space a chunk takes up, its header included and its block's excluded (GetMemoryChunkSpace).
     *
     * @param pointer a live chunk
     * @return bytes
     */
    long chunkSpace(long pointer);

    /**
     * The context that a chunk belongs to (GetMemoryChunkContext).
     *
     * @param pointer a live chunk
     * @return its context
     */
    MemoryContext chunkContext(long pointer);

    /**
     * Changes the size of a chunk, within its context. The content stays, as much as fits.
     *
     * @param pointer a live chunk
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}
     * @return the chunk's pointer from now on; the old one is dead unless it is the same
     * @throws IllegalArgumentException if an argument is out of range, or a slab's chunk is to change its size
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repalloc(long pointer, long size) {
        return repallocExtended(pointer, size, 0);
    }

    /**
     * Changes the size of a chunk to any size (repalloc_huge).
     *
     * @param pointer a live chunk
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_HUGE_SIZE}
     * @return the chunk's pointer from now on
     * @throws IllegalArgumentException if an argument is out of range, or a slab's chunk is to change its size
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repallocHuge(long pointer, long size) {
        return repallocExtended(pointer, size, AllocFlags.HUGE);
    }

    /**
     * Makes a chunk larger and clears what is new (repalloc0).
     *
     * @param pointer a live chunk
     * @param oldSize bytes it was asked for, which the caller has to know
     * @param newSize bytes, oldSize to {@link AllocFlags#MAX_ALLOC_SIZE}
     * @return the chunk's pointer from now on
     * @throws IllegalArgumentException if an argument is out of range, or a slab's chunk is to change its size
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repallocZeroed(long pointer, long oldSize, long newSize) {
        if (oldSize < 0 || oldSize > newSize) {
            throw new IllegalArgumentException("repallocZeroed from " + oldSize + " to " + newSize
                    + " bytes: the old size must be from 0 to the new one");
        }
        long moved = repalloc(pointer, newSize);
        RawMemory.fill(moved + oldSize, newSize - oldSize, (byte) 0);
        return moved;
    }

    /**
     * Changes the length of an array (repalloc_array).
     *
     * @param pointer a live chunk
     * @param count elements, 0 or more
     * @param elementSize bytes of one, 0 or more
     * @return the chunk's pointer from now on
     * @throws IllegalArgumentException if an argument is out of range or the product is
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repallocArray(long pointer, long count, long elementSize) {
        return repalloc(pointer, ArraySize.of("repallocArray", count, elementSize));
    }

    /**
     * Makes an array longer and clears the new elements (repalloc0_array).
     *
     * @param pointer a live chunk
     * @param oldCount elements it was asked for, which the caller has to know
     * @param newCount elements, oldCount or more
     * @param elementSize bytes of one, 0 or more
     * @return the chunk's pointer from now on
     * @throws IllegalArgumentException if an argument is out of range or the product is
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repallocArrayZeroed(long pointer, long oldCount, long newCount, long elementSize) {
        return repallocZeroed(
                pointer,
                ArraySize.of("repallocArrayZeroed", oldCount, elementSize),
                ArraySize.of("repallocArrayZeroed", newCount, elementSize));
    }

    /**
     * Changes the length of an array with flags (repalloc_array_extended).
     *
     * @param pointer a live chunk
     * @param count elements, 0 or more
     * @param elementSize bytes of one, 0 or more
     * @param flags as for {@link #repallocExtended}
     * @return the chunk's pointer from now on; 0 with NO_OOM if there is no memory, and then the chunk is as it was
     * @throws IllegalArgumentException if an argument is out of range or the product is
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    default long repallocArrayExtended(long pointer, long count, long elementSize, int flags) {
        return repallocExtended(pointer, ArraySize.of("repallocArrayExtended", count, elementSize), flags);
    }
}
