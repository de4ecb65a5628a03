package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;

import dev.palloc.LimitExceededException;
import java.util.Objects;

/**
 * A memory context: chunks that die together, in a tree whose branches die together. This object is a handle; all state
 * that chunks need lies off-heap, and the handle knows when that is gone. How it allocates is {@link ContextAllocator}'s
 * contract. It is deliberately not an {@link java.lang.foreign.Arena}, whose contract forbids using memory again.
 *
 * <p>Confined to one thread with its {@link MemoryManager}, or shared by many as that is. Source of the behaviour: mcxt.c
 * of PostgreSQL 18; limits and segments are Palloc's own.
 */
public final class MemoryContext extends ContextAllocator implements AutoCloseable {
    /** In the place of a limit: none. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private final String name;
    private String identifier;
    private ResetCallback callbacks;

    /** The innermost limit that holds for this context; null if none does. */
    ContextLimit limit;

    private record ResetCallback(Runnable action, ResetCallback next) {}

    MemoryContext(MemoryManager manager, ContextType type, String name, long address, ContextLimit limit) {
        super(manager, type, address);
        this.name = name;
        this.limit = limit;
    }

    /**
     * Registers something to do before the memory of this context goes, at its next reset or delete: to close a file, to
     * free what a C library allocated. Called once, newest first, before those of the context's parent; what it throws is
     * thrown by the reset when all is done. It may still read the context's memory. It must not reset, delete or move
     * this context or one above it, nor close the manager; that throws {@link IllegalStateException}. In a shared manager
     * it runs under the lock, so that it must not wait for another thread that uses the manager. A context with a callback
     * is not reset until it has run.
     *
     * @param action what to do
     * @throws IllegalStateException if the context is deleted
     */
    public void registerResetCallback(Runnable action) {
        Objects.requireNonNull(action, "action");
        manager.enter();
        try {
            long context = liveAddress("registerResetCallback");
            callbacks = new ResetCallback(action, callbacks);
            ContextLayout.addHook(context, ContextLayout.HOOK_CALLBACKS);
            putByte(context + ContextLayout.IS_RESET, (byte) 0);
        } finally {
            manager.exit();
        }
    }

    boolean hasCallbacks() {
        return callbacks != null;
    }

    /** Taken off the list before it runs, so that a failure does not make it run again; null if there is none left. */
    Runnable nextCallback() {
        ResetCallback next = callbacks;
        if (next == null) {
            ContextLayout.removeHook(address, ContextLayout.HOOK_CALLBACKS);
            return null;
        }
        callbacks = next.next();
        return next.action();
    }

    /**
     * Deletes all children, runs the callbacks and frees all chunks. The first block is kept.
     *
     * @throws IllegalStateException if the context is deleted, one of its callbacks is running, or a native call is using
     *     one of its segments: children and callbacks before that are gone, the rest is as it was
     * @throws WrongThreadException if it handed out segments to another thread
     */
    public void reset() {
        manager.enter();
        try {
            manager.release().reset(liveAddress("reset"));
        } finally {
            manager.exit();
        }
    }

    /**
     * Runs the callbacks and frees all chunks of this context alone.
     *
     * @throws IllegalStateException if the context is deleted, or a native call is using one of its segments
     */
    public void resetOnly() {
        manager.enter();
        try {
            manager.release().resetOnly(liveAddress("reset"));
        } finally {
            manager.exit();
        }
    }

    /**
     * Frees all chunks of every context below this one, from the leaves up, each after its callbacks; none is deleted.
     * PostgreSQL goes from the top down.
     *
     * @throws IllegalStateException if the context is deleted, or a native call is using a segment of one
     */
    public void resetChildren() {
        manager.enter();
        try {
            manager.release().resetChildren(liveAddress("reset"));
        } finally {
            manager.exit();
        }
    }

    /**
     * Deletes this context and all below it, leaves first, each after its callbacks. Handles, segments and pointers of all
     * of them are dead.
     *
     * @throws IllegalStateException if the context is deleted already, or a native call is using a segment of one
     */
    public void delete() {
        manager.enter();
        try {
            manager.release().delete(liveAddress("delete"));
        } finally {
            manager.exit();
        }
    }

    /** {@link #delete} for try-with-resources: nothing happens if the context is gone already. */
    @Override
    public void close() {
        manager.enter();
        try {
            if (!isDeleted()) {
                delete();
            }
        } finally {
            manager.exit();
        }
    }

    /**
     * Deletes all contexts below this one.
     *
     * @throws IllegalStateException if the context is deleted, or a native call is using a segment of one
     */
    public void deleteChildren() {
        manager.enter();
        try {
            manager.release().deleteChildren(liveAddress("deleteChildren"));
        } finally {
            manager.exit();
        }
    }

    /**
     * Moves this context, with all below it, under another parent, as its first child. Nothing happens if that is its
     * parent already.
     *
     * @param parent the new parent, or null to make it a root
     * @throws IllegalArgumentException if the parent is this context or below it, or belongs to another manager
     * @throws IllegalStateException if one of the two is deleted
     * @throws LimitExceededException if a limit above the new parent has no room; nothing has moved
     */
    public void setParent(MemoryContext parent) {
        manager.setParent(this, parent);
    }

    /**
     * The parent.
     *
     * @return it, or null for a root
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext parent() {
        return relative("parent", ContextLayout.PARENT);
    }

    /**
     * The youngest child.
     *
     * @return it, or null if there is none
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext firstChild() {
        return relative("firstChild", ContextLayout.FIRST_CHILD);
    }

    /**
     * The next older sibling.
     *
     * @return it, or null if there is none; roots have none
     * @throws IllegalStateException if the context is deleted
     */
    public MemoryContext nextSibling() {
        return relative("nextSibling", ContextLayout.NEXT_CHILD);
    }

    private MemoryContext relative(String operation, int link) {
        manager.enter();
        try {
            return manager.contextAt(getLong(liveAddress(operation) + link));
        } finally {
            manager.exit();
        }
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
        manager.enter();
        try {
            return ContextTree.memAllocated(liveAddress("memAllocated"), recurse);
        } finally {
            manager.exit();
        }
    }

    /**
     * Limits the bytes of blocks that this context and all below it may hold together, as {@link #memAllocated} counts
     * them. A request that needs a block for which there is no room fails with {@link LimitExceededException}, or returns 0
     * with {@link AllocFlags#NO_OOM}. A limit below what is in use is allowed: it refuses every further block. Limits of
     * contexts above hold as well.
     *
     * @param bytes 0 or more; {@link #NO_LIMIT} takes the limit away
     * @throws IllegalArgumentException if the limit is negative
     * @throws IllegalStateException if the context is deleted
     */
    public void setLimit(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "context " + this + " cannot have a limit of " + bytes + " bytes: use 0 or more, or NO_LIMIT");
        }
        manager.enter();
        try {
            long context = liveAddress("setLimit");
            boolean own = limit != null && limit.context == this;
            if (bytes == NO_LIMIT) {
                if (own) {
                    ContextLimit.replace(this, limit, limit.outer);
                }
            } else if (own) {
                limit.bytes = bytes;
            } else {
                long used = ContextTree.memAllocated(context, true);
                ContextLimit.replace(this, limit, new ContextLimit(this, bytes, used, limit));
            }
        } finally {
            manager.exit();
        }
    }

    /**
     * The limit set on this context itself.
     *
     * @return bytes, or {@link #NO_LIMIT}
     */
    public long limit() {
        manager.enter();
        try {
            return limit != null && limit.context == this ? limit.bytes : NO_LIMIT;
        } finally {
            manager.exit();
        }
    }

    /**
     * What this context and all below it hold at this moment, as a tree of records that can be printed as text and JSON.
     *
     * @return a snapshot
     * @throws IllegalStateException if the context is deleted
     */
    public ContextStatistics statistics() {
        manager.enter();
        try {
            liveAddress("statistics");
            return ContextStatistics.of(this);
        } finally {
            manager.exit();
        }
    }

    /**
     * Checks everything that must be true of this context and of all below it, in their order from the top: links of the
     * tree, block lists, chunk headers against blocks, freelists, counts, accounting; in checking mode also requested
     * sizes, sentinels and the wipe of free chunks. Walks every chunk.
     *
     * @throws dev.palloc.MemoryCorruptedException if something is not as it must be
     * @throws IllegalStateException if the context is deleted
     */
    public void check() {
        manager.enter();
        try {
            long top = liveAddress("check");
            for (long context = top; context != 0; context = ContextTree.nextInWalk(context, top)) {
                ContextCheck.require(manager, context);
            }
        } finally {
            manager.exit();
        }
    }

    /**
     * Counters of this context alone.
     *
     * @return a snapshot
     * @throws IllegalStateException if the context is deleted
     */
    public ContextCounters counters() {
        manager.enter();
        try {
            return ContextCounters.of(liveAddress("counters"), type.methodId());
        } finally {
            manager.exit();
        }
    }

    /**
     * Whether nothing was allocated since creation or the last reset.
     *
     * @return PostgreSQL's isReset
     * @throws IllegalStateException if the context is deleted
     */
    public boolean isReset() {
        manager.enter();
        try {
            return ContextTree.isReset(liveAddress("isReset"));
        } finally {
            manager.exit();
        }
    }

    /**
     * Whether the context has neither children nor, as far as its type can tell, chunks. An AllocSet cannot tell that
     * all chunks were freed one by one; a slab that keeps empty blocks is not empty.
     *
     * @return PostgreSQL's MemoryContextIsEmpty
     * @throws IllegalStateException if the context is deleted
     */
    public boolean isEmpty() {
        manager.enter();
        try {
            long context = liveAddress("isEmpty");
            return ContextTree.firstChild(context) == 0 && ContextMethods.isEmpty(manager, context);
        } finally {
            manager.exit();
        }
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
        manager.enter();
        try {
            liveAddress("setIdentifier");
            this.identifier = identifier;
        } finally {
            manager.exit();
        }
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
        manager.enter();
        try {
            return ContextPath.of(this);
        } finally {
            manager.exit();
        }
    }

    /** The handle is dead from here on. */
    void forget() {
        address = 0;
        identifier = null;
        limit = null;
    }

    @Override
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
