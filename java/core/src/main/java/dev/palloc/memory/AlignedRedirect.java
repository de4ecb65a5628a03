package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.copy;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * Chunks aligned to more than 8 bytes: an ordinary chunk that is larger by the alignment, and before the aligned address
 * within it a second header that leads back (alignedalloc.c of PostgreSQL 18).
 *
 * <pre>
 *   header of the      raw pointer                            redirect header      aligned pointer
 *   ordinary chunk     |                                      |                    |
 *   +------------------+---------------- ... -----------------+--------------------+------ ... ---+
 *                      |&lt;---------- offset field ----------&gt;|  value = alignment
 * </pre>
 *
 * <p>If the address after the raw pointer's own header-sized gap is aligned already, the redirect header lies at the raw
 * pointer and its offset is 0. A bump context's chunks cannot be freed, so there nothing leads back: only the address is
 * rounded up. (PostgreSQL writes the header there too, and its pfree then reads whatever lies before the raw pointer.)
 */
final class AlignedRedirect {
    /** Largest alignment, in bytes. PostgreSQL asserts less than this; the header's fields hold it. */
    static final long MAX_ALIGNMENT = 128L * 1024 * 1024;

    /** Bytes needed beyond the alignment: checking mode's second prefix and sentinel. */
    private static final int EXTRA = Checking.PREFIX + Checking.SENTINEL;

    private static final int ID = MethodId.ALIGNED_REDIRECT_ID;

    private AlignedRedirect() {}

    static void checkAlignment(long alignment) {
        if (alignment <= 0 || alignment > MAX_ALIGNMENT || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException(
                    "alignment " + alignment + " is not a power of two up to " + MAX_ALIGNMENT + " bytes");
        }
    }

    /** Pointer to a new chunk; 0 only with NO_OOM. */
    static long alloc(MemoryManager manager, long context, int method, long size, long alignment, int flags) {
        checkAlignment(alignment);
        AllocFlags.checkSize(size, flags);
        if (alignment <= ChunkHeader.SIZE) {
            return ContextAllocator.allocByMethod(manager, context, method, size, flags);
        }
        if (method == MethodId.SLAB_ID) {
            // Even where the enlarged size happens to be the chunk's.
            throw new IllegalArgumentException(
                    "slab context " + manager.describe(context) + " was asked for " + size + " bytes aligned to "
                            + alignment + ": it aligns to " + ChunkHeader.SIZE + ", other types to more");
        }
        if (size > AllocFlags.MAX_ALLOC_HUGE_SIZE - alignment - EXTRA) {
            return manager.outOfMemory(context, size, flags);
        }
        long enlarged = size + alignment + EXTRA;
        // The limit holds for what is asked of the allocator, not only where its large path would notice.
        AllocFlags.checkSize(enlarged, flags);
        long raw = ContextAllocator.allocByMethod(manager, context, method, enlarged, flags);
        if (raw == 0) {
            return 0;
        }
        if (method == MethodId.BUMP_ID && !Checking.ENABLED) {
            return raw + alignment - 1 & -alignment;
        }
        long aligned = raw + ChunkHeader.SPACE + alignment - 1 & -alignment;
        long redirect = aligned - ChunkHeader.SIZE;
        putLong(redirect, ChunkHeader.pack(redirect - raw, alignment, ID));
        if (Checking.ENABLED) {
            CheckedChunk.born(redirect, size);
            CheckedChunk.carries(raw - ChunkHeader.SIZE);
        }
        return aligned;
    }

    /** The whole redirect header within a chunk of some requested size; 0 if there is none. Checking mode only. */
    static long within(long raw, long requested) {
        for (long alignment = 2 * ChunkHeader.SIZE;
                alignment <= MAX_ALIGNMENT && alignment + EXTRA <= requested;
                alignment <<= 1) {
            long redirect = (raw + ChunkHeader.SPACE + alignment - 1 & -alignment) - ChunkHeader.SIZE;
            if (getLong(redirect) == ChunkHeader.pack(redirect - raw, alignment, ID)) {
                return redirect;
            }
        }
        return 0;
    }

    /** Bytes asked for, by what the chunk around was asked for. Checking mode only. */
    static long sizeWithin(long redirect, long requested) {
        return requested - ChunkHeader.value(getLong(redirect)) - EXTRA;
    }

    static long rawPointer(String operation, long pointer, long word) {
        long redirect = pointer - ChunkHeader.SIZE;
        long offset = ChunkHeader.blockOffset(word);
        long alignment = ChunkHeader.value(word);
        if (ChunkHeader.isExternal(word)
                || (offset & 7) != 0
                || offset >= alignment + Checking.PREFIX
                || Long.bitCount(alignment) != 1
                || (pointer & alignment - 1) != 0) {
            throw BadChunk.header(operation, pointer, word, "it is no redirect to an aligned chunk");
        }
        return redirect - offset;
    }

    /** Always a new chunk of the same alignment; the old one stays whole if there is no memory for the new. */
    static long realloc(MemoryManager manager, long pointer, long word, long size, int flags) {
        long raw = rawPointer("repalloc", pointer, word);
        long alignment = ChunkHeader.value(word);
        long context = manager.contextAddress("repalloc", raw);
        long oldSize = Checking.ENABLED
                ? CheckedChunk.requested(pointer - ChunkHeader.SIZE)
                : manager.space("repalloc", raw) - ChunkHeader.SIZE - alignment;
        long moved = alloc(manager, context, manager.methodOf(context), size, alignment, flags);
        if (moved != 0) {
            copy(pointer, moved, Math.min(size, oldSize));
            manager.free(raw);
        }
        return moved;
    }
}
