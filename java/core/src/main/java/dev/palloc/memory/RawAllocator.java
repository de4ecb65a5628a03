package dev.palloc.memory;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.RawMemory;

/**
 * The palloc family, raw tier: what allocates from a context and returns an address. All but three are made of the
 * others. Every call throws {@link IllegalStateException} if the context is deleted, and {@link
 * MemoryExhaustedException} if there is no memory or a limit is reached, unless {@link AllocFlags#NO_OOM} asks for 0.
 * Source of the behaviour: palloc.h and mcxt.c of PostgreSQL 18.
 */
public interface RawAllocator {

    /**
     * Allocates a chunk, not cleared.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}; in a slab context exactly its chunk size
     * @return pointer to the chunk, a multiple of 8
     * @throws IllegalArgumentException if the size is out of range
     */
    long palloc(long size);

    /**
     * Allocates a chunk with flags.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}, or more with {@link AllocFlags#HUGE}
     * @param flags of {@link AllocFlags}
     * @return pointer to the chunk, a multiple of 8; 0 with {@link AllocFlags#NO_OOM} if there is no memory
     * @throws IllegalArgumentException if size or flags are out of range, whatever the flags
     */
    long pallocExtended(long size, int flags);

    /**
     * Allocates an aligned chunk with flags. It can be freed and reallocated like any other and keeps its alignment.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE} minus the alignment, or more with {@link
     *     AllocFlags#HUGE}
     * @param alignment bytes, a power of two up to 128 MiB
     * @param flags of {@link AllocFlags}
     * @return pointer to the chunk, a multiple of the alignment; 0 with {@link AllocFlags#NO_OOM} if there is no memory
     * @throws IllegalArgumentException if an argument is out of range, or the context is a slab, whose chunks have one
     *     size
     */
    long pallocAligned(long size, long alignment, int flags);

    /**
     * Allocates an aligned chunk.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE} minus the alignment
     * @param alignment bytes, a power of two up to 128 MiB
     * @return pointer to the chunk, a multiple of the alignment
     * @throws IllegalArgumentException if an argument is out of range, or the context is a slab
     */
    default long pallocAligned(long size, long alignment) {
        return pallocAligned(size, alignment, 0);
    }

    /**
     * Allocates a chunk and clears the bytes asked for (palloc0).
     *
     * @param size bytes, as for {@link #palloc}
     * @return pointer to the chunk, a multiple of 8
     * @throws IllegalArgumentException if the size is out of range
     */
    default long pallocZeroed(long size) {
        long pointer = palloc(size);
        RawMemory.fill(pointer, size, (byte) 0);
        return pointer;
    }

    /**
     * Allocates a chunk of any size (MemoryContextAllocHuge).
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_HUGE_SIZE}
     * @return pointer to the chunk, a multiple of 8
     * @throws IllegalArgumentException if the size is negative
     */
    default long pallocHuge(long size) {
        return pallocExtended(size, AllocFlags.HUGE);
    }

    /**
     * Allocates an array, not cleared (palloc_array).
     *
     * @param count elements, 0 or more
     * @param elementSize bytes of one, 0 or more
     * @return pointer to the first, a multiple of 8
     * @throws IllegalArgumentException if an argument is negative or the product is out of range
     */
    default long pallocArray(long count, long elementSize) {
        return palloc(ArraySize.of("pallocArray", count, elementSize));
    }

    /**
     * Allocates an array and clears it (palloc0_array).
     *
     * @param count elements, 0 or more
     * @param elementSize bytes of one, 0 or more
     * @return pointer to the first, a multiple of 8
     * @throws IllegalArgumentException if an argument is negative or the product is out of range
     */
    default long pallocArrayZeroed(long count, long elementSize) {
        return pallocZeroed(ArraySize.of("pallocArrayZeroed", count, elementSize));
    }

    /**
     * Allocates an array with flags (palloc_array_extended).
     *
     * @param count elements, 0 or more
     * @param elementSize bytes of one, 0 or more
     * @param flags of {@link AllocFlags}
     * @return pointer to the first, a multiple of 8; 0 with {@link AllocFlags#NO_OOM} if there is no memory
     * @throws IllegalArgumentException if an argument is out of range or the product is
     */
    default long pallocArrayExtended(long count, long elementSize, int flags) {
        return pallocExtended(ArraySize.of("pallocArrayExtended", count, elementSize), flags);
    }

    /**
     * Copies a text into a chunk, as UTF-8 with a zero byte behind (pstrdup). {@link CStrings#read} reads it back.
     *
     * @param text without NUL characters
     * @return pointer to its first byte
     * @throws IllegalArgumentException if the text has a NUL character
     */
    default long pstrdup(String text) {
        byte[] utf8 = CStrings.encode("pstrdup", text);
        return CStrings.copy(this, utf8, utf8.length);
    }

    /**
     * Copies the beginning of a text into a chunk, as UTF-8 with a zero byte behind (pnstrdup). No character is cut in
     * two.
     *
     * @param text without NUL characters
     * @param maxBytes of the copy, the zero byte not counted, 0 or more
     * @return pointer to its first byte
     * @throws IllegalArgumentException if the text has a NUL character or the limit is negative
     */
    default long pnstrdup(String text, long maxBytes) {
        if (maxBytes < 0) {
            throw new IllegalArgumentException("pnstrdup: the limit of " + maxBytes + " bytes is negative");
        }
        byte[] utf8 = CStrings.encode("pnstrdup", text);
        return CStrings.copy(this, utf8, CStrings.cut(utf8, maxBytes));
    }

    /**
     * Copies a text without the line feeds at its end into a chunk, as UTF-8 with a zero byte behind (pchomp).
     *
     * @param text without NUL characters
     * @return pointer to its first byte
     * @throws IllegalArgumentException if the text has a NUL character
     */
    default long pchomp(String text) {
        byte[] utf8 = CStrings.encode("pchomp", text);
        return CStrings.copy(this, utf8, CStrings.chomp(utf8));
    }
}
