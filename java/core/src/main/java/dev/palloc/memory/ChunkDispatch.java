package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/**
 * From a chunk's pointer to the allocator that made it: the low 4 bits of the word before the pointer are its number in
 * the table below (mcxt.c). Each public call has a guarded form, which locks in a shared manager and examines the pointer
 * in checking mode.
 */
abstract sealed class ChunkDispatch implements RawChunks permits MemoryManager {
    /** Whether calls have more to do than the work itself: to lock, or to check. */
    private final boolean guarded;

    ChunkDispatch(boolean guarded) {
        this.guarded = guarded;
    }

    /** This object; the allocators know it by its full name. */
    abstract MemoryManager manager();

    boolean isGuarded() {
        return guarded;
    }

    @Override
    public void pfree(long pointer) {
        if (guarded) {
            guardedFree(pointer);
        } else {
            free(pointer);
        }
    }

    private void guardedFree(long pointer) {
        manager().enter();
        try {
            if (Checking.ENABLED) {
                ChunkInspector.require(manager(), "pfree", pointer);
                manager().sites().freed(pointer);
            }
            free(pointer);
        } finally {
            manager().exit();
        }
    }

    /** {@link #pfree} with the guard behind it. */
    void free(long pointer) {
        long word = headerOf("pfree", pointer);
        switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.free(manager(), pointer, word);
            case MethodId.GENERATION_ID -> Generation.free(manager(), pointer, word);
            case MethodId.SLAB_ID -> Slab.free(manager(), pointer, word);
            case MethodId.ALIGNED_REDIRECT_ID -> free(AlignedRedirect.rawPointer("pfree", pointer, word));
            default -> throw BadChunk.id("pfree", pointer, word);
        }
    }

    @Override
    public long repallocExtended(long pointer, long size, int flags) {
        if ((flags & ~(AllocFlags.HUGE | AllocFlags.NO_OOM)) != 0) {
            throw new IllegalArgumentException(
                    "repalloc flags 0x" + Integer.toHexString(flags) + " has bits other than HUGE and NO_OOM");
        }
        return guarded ? guardedRealloc(pointer, size, flags) : realloc(pointer, size, flags);
    }

    private long guardedRealloc(long pointer, long size, int flags) {
        manager().enter();
        try {
            if (Checking.ENABLED) {
                ChunkInspector.require(manager(), "repalloc", pointer);
            }
            long moved = realloc(pointer, size, flags);
            if (Checking.ENABLED && moved != 0) {
                manager().sites().freed(pointer);
                manager().sites().allocated(moved);
            }
            return moved;
        } finally {
            manager().exit();
        }
    }

    private long realloc(long pointer, long size, int flags) {
        long word = headerOf("repalloc", pointer);
        return switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.realloc(manager(), pointer, word, size, flags);
            case MethodId.GENERATION_ID -> Generation.realloc(manager(), pointer, word, size, flags);
            case MethodId.SLAB_ID -> Slab.realloc(manager(), pointer, word, size);
            case MethodId.ALIGNED_REDIRECT_ID -> AlignedRedirect.realloc(manager(), pointer, word, size, flags);
            default -> throw BadChunk.id("repalloc", pointer, word);
        };
    }

    @Override
    public long chunkSpace(long pointer) {
        manager().enter();
        try {
            if (Checking.ENABLED) {
                ChunkInspector.require(manager(), "chunkSpace", pointer);
            }
            return space("chunkSpace", pointer);
        } finally {
            manager().exit();
        }
    }

    @Override
    public MemoryContext chunkContext(long pointer) {
        manager().enter();
        try {
            if (Checking.ENABLED) {
                ChunkInspector.require(manager(), "chunkContext", pointer);
            }
            return manager().contextAt(contextAddress("chunkContext", pointer));
        } finally {
            manager().exit();
        }
    }

    long space(String operation, long pointer) {
        long word = headerOf(operation, pointer);
        return switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.spaceOf(pointer, word);
            case MethodId.GENERATION_ID -> Generation.spaceOf(pointer, word);
            case MethodId.SLAB_ID -> Slab.spaceOf(pointer, word);
            case MethodId.ALIGNED_REDIRECT_ID -> space(operation, AlignedRedirect.rawPointer(operation, pointer, word));
            default -> throw BadChunk.id(operation, pointer, word);
        };
    }

    long contextAddress(String operation, long pointer) {
        long word = headerOf(operation, pointer);
        return switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.contextOf(pointer, word);
            case MethodId.GENERATION_ID -> Generation.contextOf(pointer, word);
            case MethodId.SLAB_ID -> Slab.contextOf(pointer, word);
            case MethodId.ALIGNED_REDIRECT_ID ->
                contextAddress(operation, AlignedRedirect.rawPointer(operation, pointer, word));
            default -> throw BadChunk.id(operation, pointer, word);
        };
    }

    private static long headerOf(String operation, long pointer) {
        if (pointer <= 0 || (pointer & 7) != 0) {
            throw BadChunk.pointer(operation, pointer);
        }
        return getLong(pointer - ChunkHeader.SIZE);
    }
}
