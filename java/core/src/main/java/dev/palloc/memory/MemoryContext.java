package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.fill;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;

import dev.palloc.MemoryExhaustedException;

/**
 * A memory context: chunks that die together, in a tree whose branches die together. This object is a handle; all state
 * lies off-heap, and the handle knows when that is gone.
 *
 * <p>Raw tier, confined to one thread at a time with its {@link MemoryManager}. What {@code palloc} returns is not
 * cleared and is a multiple of 8; data that needs more, such as 16-byte vectors, asks {@link #pallocAligned}. A size of 0
 * is valid. Source of the behaviour: mcxt.c of PostgreSQL 18.
 */
public final class MemoryContext {
    private final MemoryManager manager;
    private final ContextType type;
    private final int method;
    private final String name;
    private String identifier;

    /** Address of the off-heap context; 0 once deleted. */
    private long address;

    MemoryContext(MemoryManager manager, ContextType type, String name, long address) {
        this.manager = manager;
        this.type = type;
        this.method = type.methodId();
        this.name = name;
        this.address = address;
    }

    /**
     * Allocates a chunk, not cleared.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}; in a slab context exactly its chunk size
     * @return pointer to the chunk, a multiple of 8
     * @throws IllegalArgumentException if the size is out of range
     * @throws IllegalStateException if the context is deleted
     * @throws MemoryExhaustedException if there is no memory
     */
    public long palloc(long size) {
        long context = liveAddress("palloc");
        // The common case apart, so that the compiler may inline it here whole.
        long pointer = method == MethodId.ALLOC_SET_ID
                ? AllocSet.alloc(manager, context, size, 0)
                : manager.alloc(context, method, size, 0);
        // Only now: a failed call leaves the context as it was. PostgreSQL clears the flag first.
        putByte(context + ContextLayout.IS_RESET, (byte) 0);
        return pointer;
    }

    /**
     * Allocates a chunk and clears the bytes asked for (palloc0).
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}; in a slab context exactly its chunk size
     * @return pointer to the chunk, a multiple of 8
     * @throws IllegalArgumentException if the size is out of range
     * @throws IllegalStateException if the context is deleted
     * @throws MemoryExhaustedException if there is no memory
     */
    public long pallocZeroed(long size) {
        long pointer = palloc(size);
        fill(pointer, size, (byte) 0);
        return pointer;
    }

    /**
     * Allocates a chunk with flags.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}, or more with {@link AllocFlags#HUGE}
     * @param flags of {@link AllocFlags}
     * @return pointer to the chunk, a multiple of 8; 0 with {@link AllocFlags#NO_OOM} if there is no memory
     * @throws IllegalArgumentException if size or flags are out of range, whatever the flags
     * @throws IllegalStateException if the context is deleted
     * @throws MemoryExhaustedException if there is no memory
     */
    public long pallocExtended(long size, int flags) {
        AllocFlags.check(flags);
        AllocFlags.checkSize(size, flags);
        long context = liveAddress("palloc");
        return finish(context, manager.alloc(context, method, size, flags), size, flags);
    }

    /**
     * Allocates an aligned chunk. It can be freed and reallocated like any other and keeps its alignment.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE} minus the alignment
     * @param alignment bytes, a power of two below 128 MiB
     * @return pointer to the chunk, a multiple of the alignment
     * @throws IllegalArgumentException if size or alignment is out of range, or the context is a slab, whose chunks have
     *     one size
     * @throws IllegalStateException if the context is deleted
     * @throws MemoryExhaustedException if there is no memory
     */
    public long pallocAligned(long size, long alignment) {
        return pallocAligned(size, alignment, 0);
    }

    /**
     * Allocates an aligned chunk with flags.
     *
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE} minus the alignment, or more with {@link
     *     AllocFlags#HUGE}
     * @param alignment bytes, a power of two below 128 MiB
     * @param flags of {@link AllocFlags}
     * @return pointer to the chunk, a multiple of the alignment; 0 with {@link AllocFlags#NO_OOM} if there is no memory
     * @throws IllegalArgumentException if an argument is out of range, or the context is a slab
     * @throws IllegalStateException if the context is deleted
     * @throws MemoryExhaustedException if there is no memory
     */
    public long pallocAligned(long size, long alignment, int flags) {
        AllocFlags.check(flags);
        long context = liveAddress("pallocAligned");
        long pointer = AlignedRedirect.alloc(manager, context, method, size, alignment, flags);
        return finish(context, pointer, size, flags);
    }

    private static long finish(long context, long pointer, long size, int flags) {
        if (pointer != 0) {
            putByte(context + ContextLayout.IS_RESET, (byte) 0);
            if ((flags & AllocFlags.ZERO) != 0) {
                fill(pointer, size, (byte) 0);
            }
        }
        return pointer;
    }

    /**
     * Deletes all children and frees all chunks. The first block is kept.
     *
     * @throws IllegalStateException if the context is deleted
     */
    public void reset() {
        deleteChildren();
        manager.resetOnly(liveAddress("reset"));
    }

    /**
     * Frees all chunks of this context alone.
     *
     * @throws IllegalStateException if the context is deleted
     */
    public void resetOnly() {
        manager.resetOnly(liveAddress("reset"));
    }

    /**
     * Frees all chunks of every context below this one; none is deleted.
     *
     * @throws IllegalStateException if the context is deleted
     */
    public void resetChildren() {
        long top = liveAddress("reset");
        for (long context = ContextTree.nextInWalk(top, top);
                context != 0;
                context = ContextTree.nextInWalk(context, top)) {
            manager.resetOnly(context);
        }
    }

    /**
     * Deletes this context and all below it, leaves first. Handles and pointers of all of them are dead.
     *
     * @throws IllegalStateException if the context is deleted already
     */
    public void delete() {
        long top = liveAddress("delete");
        long context = top;
        while (true) {
            context = ContextTree.leafBelow(context);
            long parent = ContextTree.parent(context);
            manager.deleteLeaf(context);
            if (context == top) {
                return;
            }
            context = parent;
        }
    }

    /**
     * Deletes all contexts below this one.
     *
     * @throws IllegalStateException if the context is deleted
     */
    public void deleteChildren() {
        long context = liveAddress("deleteChildren");
        for (long child = ContextTree.firstChild(context); child != 0; child = ContextTree.firstChild(context)) {
            manager.contextAt(child).delete();
        }
    }

    /**
     * Moves this context, with all below it, under another parent, as its first child. Nothing happens if that is its
     * parent already.
     *
     * @param parent the new parent, or null to make it a root
     * @throws IllegalArgumentException if the parent is this context or below it, or belongs to another manager
     * @throws IllegalStateException if one of the two is deleted
     */
    public void setParent(MemoryContext parent) {
        long context = liveAddress("setParent");
        long parentAddress = 0;
        if (parent != null) {
            parentAddress = parent.liveAddress("setParent");
            if (parent.manager != manager) {
                throw new IllegalArgumentException(
                        "context " + this + " cannot move under " + parent + ": that belongs to another manager");
            }
            if (ContextTree.isSelfOrAncestor(context, parentAddress)) {
                throw new IllegalArgumentException(
                        "context " + this + " cannot move under " + parent + ": that is itself or below it");
            }
        }
        if (ContextTree.parent(context) != parentAddress) {
            ContextTree.unlink(context);
            ContextTree.link(context, parentAddress);
        }
    }

    /**
     * The parent.
     *
     * @return it, or null for a root
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext parent() {
        return manager.contextAt(ContextTree.parent(liveAddress("parent")));
    }

    /**
     * The youngest child.
     *
     * @return it, or null if there is none
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext firstChild() {
        return manager.contextAt(ContextTree.firstChild(liveAddress("firstChild")));
    }

    /**
     * The next older sibling.
     *
     * @return it, or null if there is none; roots have none
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext nextSibling() {
        return manager.contextAt(ContextTree.nextSibling(liveAddress("nextSibling")));
    }

    /**
     * Bytes obtained for blocks, PostgreSQL's figure: AllocSet and Bump count the context itself, Generation and Slab do
     * not, and blocks a slab keeps empty count.
     *
     * @param recurse whether to add all contexts below
     * @return bytes
     * @throws IllegalStateException if the context is deleted
     */
    public long memAllocated(boolean recurse) {
        long top = liveAddress("memAllocated");
        long total = 0;
        for (long context = top; context != 0; context = recurse ? ContextTree.nextInWalk(context, top) : 0) {
            total += getLong(context + ContextLayout.MEM_ALLOCATED);
        }
        return total;
    }

    /**
     * Counters of this context alone.
     *
     * @return a snapshot
     * @throws IllegalStateException if the context is deleted
     */
    public ContextCounters counters() {
        return ContextCounters.of(liveAddress("counters"), method);
    }

    /**
     * Whether nothing was allocated since creation or the last reset.
     *
     * @return PostgreSQL's isReset
     * @throws IllegalStateException if the context is deleted
     */
    public boolean isReset() {
        return ContextTree.isReset(liveAddress("isReset"));
    }

    /**
     * Whether the context has neither children nor, as far as its type can tell, chunks. An AllocSet cannot tell that
     * all chunks were freed one by one; a slab that keeps empty blocks is not empty.
     *
     * @return PostgreSQL's MemoryContextIsEmpty
     * @throws IllegalStateException if the context is deleted
     */
    public boolean isEmpty() {
        long context = liveAddress("isEmpty");
        if (ContextTree.firstChild(context) != 0) {
            return false;
        }
        return switch (type) {
            case ALLOC_SET -> ContextTree.isReset(context);
            case GENERATION -> Generation.isEmpty(context);
            case SLAB -> getLong(context + ContextLayout.MEM_ALLOCATED) == 0;
            case BUMP -> Bump.isEmpty(context);
        };
    }

    /**
     * Whether this handle is dead.
     *
     * @return true once the context, a context above it, or the manager is gone
     */
    public boolean isDeleted() {
        return address == 0;
    }

    /**
     * The type.
     *
     * @return one of four
     */
    public ContextType type() {
        return type;
    }

    /**
     * The name.
     *
     * @return what creation was given
     */
    public String name() {
        return name;
    }

    /**
     * The identifier, the part of the name that varies.
     *
     * @return it, or null
     */
    public String identifier() {
        return identifier;
    }

    /**
     * Sets the identifier. Deletion forgets it, reset does not.
     *
     * @param identifier any text, or null
     * @throws IllegalStateException if the context is deleted
     */
    public void setIdentifier(String identifier) {
        liveAddress("setIdentifier");
        this.identifier = identifier;
    }

    /**
     * The manager that created this context.
     *
     * @return it
     */
    public MemoryManager manager() {
        return manager;
    }

    /**
     * Where the context is in the tree, for messages.
     *
     * @return the names from the root, or from a few levels above, in quotes
     */
    @Override
    public String toString() {
        return ContextPath.of(this);
    }

    MemoryContext root() {
        long context = liveAddress("root");
        while (ContextTree.parent(context) != 0) {
            context = ContextTree.parent(context);
        }
        return manager.contextAt(context);
    }

    /** The handle is dead from here on. */
    void forget() {
        address = 0;
        identifier = null;
    }

    long liveAddress(String operation) {
        long live = address;
        if (live == 0) {
            throw deleted(operation);
        }
        return live;
    }

    private IllegalStateException deleted(String operation) {
        return new IllegalStateException(operation + " on memory context \"" + name
                + "\": it is deleted, by itself, with a context above it, or with its manager");
    }
}
