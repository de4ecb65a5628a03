package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.fill;
import static dev.palloc.platform.RawMemory.putByte;

import dev.palloc.MemoryExhaustedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;

/**
 * What allocates from a {@link MemoryContext}, in both tiers.
 *
 * <p>Safe tier: as a {@link SegmentAllocator} it hands out bounds-checked segments. In a confined manager they die at the
 * context's next reset or delete, after which access throws {@link IllegalStateException}, and another thread gets
 * {@link WrongThreadException}. In a shared manager they live as long as the manager, and who uses one after a reset sees
 * other people's data. {@link #free} and {@link #reallocate} leave the old segment accessible until then: only checking
 * mode shows its use. What is allocated is not cleared, unless {@link #allocateZeroed} is asked.
 *
 * <p>Raw tier: the palloc family of {@link RawAllocator} returns addresses.
 */
public abstract sealed class ContextAllocator implements SegmentAllocator, RawAllocator permits MemoryContext {
    /** In {@link #directMethod}: every call goes by the guard. */
    private static final int GUARDED = 0;

    final MemoryManager manager;
    final ContextType type;

    /** The method id if allocation may go straight to the allocator; else {@link #GUARDED}. */
    private final int directMethod;

    /** Address of the off-heap context; 0 once deleted. */
    long address;

    /** Lifetime of the segments handed out since the last reset; null if there were none. */
    private SegmentScope segments;

    ContextAllocator(MemoryManager manager, ContextType type, long address) {
        this.manager = manager;
        this.type = type;
        this.directMethod = manager.isGuarded() ? GUARDED : type.methodId();
        this.address = address;
    }

    abstract long liveAddress(String operation);

    @Override
    public long palloc(long size) {
        // The common case apart, so that the compiler may inline it here whole.
        if (directMethod != MethodId.ALLOC_SET_ID) {
            return alloc(size, 0);
        }
        long context = liveAddress("palloc");
        long pointer = AllocSet.alloc(manager, context, size, 0);
        // Only now: a failed call leaves the context as it was. PostgreSQL clears the flag first.
        putByte(context + ContextLayout.IS_RESET, (byte) 0);
        return pointer;
    }

    @Override
    public long pallocExtended(long size, int flags) {
        AllocFlags.check(flags);
        AllocFlags.checkSize(size, flags);
        return alloc(size, flags);
    }

    @Override
    public long pallocAligned(long size, long alignment, int flags) {
        AllocFlags.check(flags);
        manager.enter();
        try {
            long context = liveAddress("pallocAligned");
            long pointer = AlignedRedirect.alloc(manager, context, type.methodId(), size, alignment, flags);
            return finish(context, pointer, size, flags);
        } finally {
            manager.exit();
        }
    }

    private long alloc(long size, int flags) {
        if (directMethod == GUARDED) {
            return guardedAlloc(size, flags);
        }
        long context = liveAddress("palloc");
        // allocByMethod once more: the compiler stops inlining at some depth, and Slab's steps go deep.
        long pointer = switch (directMethod) {
            case MethodId.ALLOC_SET_ID -> AllocSet.alloc(manager, context, size, flags);
            case MethodId.GENERATION_ID -> Generation.alloc(manager, context, size, flags);
            case MethodId.SLAB_ID -> Slab.alloc(manager, context, size, flags);
            default -> Bump.alloc(manager, context, size, flags);
        };
        return finish(context, pointer, size, flags);
    }

    private long guardedAlloc(long size, int flags) {
        manager.enter();
        try {
            long context = liveAddress("palloc");
            return finish(context, allocByMethod(manager, context, type.methodId(), size, flags), size, flags);
        } finally {
            manager.exit();
        }
    }

    /** Pointer to a new chunk, of a context with that method id; 0 only with NO_OOM. */
    static long allocByMethod(MemoryManager manager, long context, int method, long size, int flags) {
        return switch (method) {
            case MethodId.ALLOC_SET_ID -> AllocSet.alloc(manager, context, size, flags);
            case MethodId.GENERATION_ID -> Generation.alloc(manager, context, size, flags);
            case MethodId.SLAB_ID -> Slab.alloc(manager, context, size, flags);
            default -> Bump.alloc(manager, context, size, flags);
        };
    }

    private long finish(long context, long pointer, long size, int flags) {
        if (pointer != 0) {
            putByte(context + ContextLayout.IS_RESET, (byte) 0);
            if ((flags & AllocFlags.ZERO) != 0) {
                fill(pointer, size, (byte) 0);
            }
            if (Checking.ENABLED) {
                manager.sites().allocated(pointer);
            }
        }
        return pointer;
    }

    /**
     * Allocates a segment, not cleared.
     *
     * @param byteSize bytes, 0 or more, without PostgreSQL's limit of 1 GiB; in a slab context up to its chunk size
     * @param byteAlignment bytes, a power of two up to 128 MiB, in a slab context up to 8
     * @return a segment of exactly that size
     * @throws IllegalArgumentException if size or alignment is out of range
     * @throws IllegalStateException if the context is deleted
     * @throws WrongThreadException if the context is confined to another thread
     * @throws MemoryExhaustedException if there is no memory
     * @throws UnsupportedOperationException if the JDK denies native access, without which there are no such segments
     */
    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
        SegmentScope scope = openSegments();
        return scope.segment(allocChunk(byteSize, byteAlignment, AllocFlags.HUGE), byteSize);
    }

    /**
     * Allocates a segment and clears it.
     *
     * @param byteSize bytes, as for {@link #allocate}
     * @param byteAlignment bytes, as for {@link #allocate}
     * @return a segment of zero bytes
     * @throws IllegalArgumentException if size or alignment is out of range
     * @throws IllegalStateException if the context is deleted
     * @throws WrongThreadException if the context is confined to another thread
     * @throws MemoryExhaustedException if there is no memory
     */
    public MemorySegment allocateZeroed(long byteSize, long byteAlignment) {
        SegmentScope scope = openSegments();
        return scope.segment(allocChunk(byteSize, byteAlignment, AllocFlags.HUGE | AllocFlags.ZERO), byteSize);
    }

    private long allocChunk(long size, long alignment, int flags) {
        if (alignment > ChunkHeader.SIZE || Long.bitCount(alignment) != 1 || alignment < 0) {
            return pallocAligned(size, alignment, flags);
        }
        return alloc(type == ContextType.SLAB ? slabChunkSize(size) : size, flags);
    }

    private long slabChunkSize(long segmentSize) {
        manager.enter();
        try {
            return Slab.chunkSizeFor((MemoryContext) this, segmentSize);
        } finally {
            manager.exit();
        }
    }

    /**
     * Frees the chunk of a segment, found from its header alone. The segment itself stays accessible until the next reset;
     * do not use it.
     *
     * @param segment what {@link #allocate} or {@link #reallocate} of this context returned, whole
     * @throws IllegalArgumentException if the segment is not one of this context
     * @throws IllegalStateException if the segment's context was reset or deleted
     * @throws WrongThreadException if the context is confined to another thread
     * @throws UnsupportedOperationException if this is a bump context, whose chunks die together
     */
    public void free(MemorySegment segment) {
        manager.pfree(segmentPointer("free", segment));
    }

    /**
     * Changes the size of a segment's chunk. The content moves along, as much as fits; new bytes are not cleared, the
     * alignment stays. The old segment is not to be used any more.
     *
     * @param segment what {@link #allocate} or {@link #reallocate} of this context returned, whole
     * @param byteSize bytes, as for {@link #allocate}
     * @return a segment of exactly that size
     * @throws IllegalArgumentException if the size is out of range or the segment is not one of this context
     * @throws IllegalStateException if the segment's context was reset or deleted
     * @throws WrongThreadException if the context is confined to another thread
     * @throws MemoryExhaustedException if there is no memory; the old segment is as it was
     * @throws UnsupportedOperationException if this is a bump context
     */
    public MemorySegment reallocate(MemorySegment segment, long byteSize) {
        long pointer = segmentPointer("reallocate", segment);
        long moved = type == ContextType.SLAB
                ? manager.repalloc(pointer, slabChunkSize(byteSize))
                : manager.repallocExtended(pointer, byteSize, AllocFlags.HUGE);
        return segments.segment(moved, byteSize);
    }

    private long segmentPointer(String operation, MemorySegment segment) {
        SegmentScope scope = segments;
        if (scope == null || !scope.covers(segment) || !scope.isOpenTo(Thread.currentThread())) {
            throw BadSegment.of(operation, (MemoryContext) this, scope, segment);
        }
        if (type == ContextType.BUMP) {
            throw new UnsupportedOperationException(operation + " in context " + this
                    + ": chunks of a bump context have no header and die together, by reset or delete");
        }
        if (directMethod == GUARDED) {
            manager.requireChunkOf(operation, address, segment);
        }
        return segment.address();
    }

    private SegmentScope openSegments() {
        SegmentScope scope = segments;
        return scope != null && scope.isOpenTo(Thread.currentThread()) ? scope : openFirstSegment();
    }

    private SegmentScope openFirstSegment() {
        manager.requireOwner("allocate");
        manager.enter();
        try {
            long context = liveAddress("allocate");
            if (segments == null) {
                segments = manager.newSegmentScope();
                if (!manager.isShared()) {
                    ContextLayout.addHook(context, ContextLayout.HOOK_SEGMENTS);
                }
            }
            return segments;
        } finally {
            manager.exit();
        }
    }

    boolean hasSegments() {
        return segments != null;
    }

    /** In a shared manager they live on: its scope is no context's to close. */
    void closeSegments() {
        if (segments != null && !manager.isShared()) {
            segments.close();
            segments = null;
            ContextLayout.removeHook(address, ContextLayout.HOOK_SEGMENTS);
        }
    }
}
