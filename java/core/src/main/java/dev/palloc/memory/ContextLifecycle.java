package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

import dev.palloc.memory.event.ContextDeletedEvent;
import java.util.Objects;

/**
 * Birth, emptying and death of single contexts: memory, place in the tree, handle, limits and events together. A birth
 * that fails leaves no trace: the common header is written last.
 */
final class ContextLifecycle {
    private ContextLifecycle() {}

    static MemoryContext createAllocSet(MemoryManager manager, MemoryContext parent, String name, BlockSizes sizes) {
        manager.enter();
        try {
            long bytes = AllocSet.firstBlock(sizes);
            requireRoom(manager, parent, name, bytes);
            return adopt(manager, ContextType.ALLOC_SET, parent, name, AllocSet.create(manager, sizes), bytes);
        } finally {
            manager.exit();
        }
    }

    static MemoryContext createGeneration(MemoryManager manager, MemoryContext parent, String name, BlockSizes sizes) {
        manager.enter();
        try {
            long bytes = Generation.firstBlock(sizes);
            requireRoom(manager, parent, name, bytes - Generation.CONTEXT_SIZE);
            return adopt(manager, ContextType.GENERATION, parent, name, Generation.create(manager, sizes), bytes);
        } finally {
            manager.exit();
        }
    }

    static MemoryContext createBump(MemoryManager manager, MemoryContext parent, String name, BlockSizes sizes) {
        manager.enter();
        try {
            long bytes = Bump.firstBlock(sizes);
            requireRoom(manager, parent, name, bytes);
            return adopt(manager, ContextType.BUMP, parent, name, Bump.create(manager, sizes), bytes);
        } finally {
            manager.exit();
        }
    }

    static MemoryContext createSlab(
            MemoryManager manager, MemoryContext parent, String name, long blockSize, long chunkSize) {
        manager.enter();
        try {
            requireRoom(manager, parent, name, 0);
            Slab.checkSizes(name, blockSize, chunkSize);
            long address = Slab.create(manager, blockSize, chunkSize);
            return adopt(manager, ContextType.SLAB, parent, name, address, Slab.CONTEXT_SIZE);
        } finally {
            manager.exit();
        }
    }

    /** Whether a context may be created there, and what its account begins with does not break a limit. */
    private static void requireRoom(MemoryManager manager, MemoryContext parent, String name, long bytes) {
        Objects.requireNonNull(name, "name");
        manager.answerRequests();
        if (manager.isClosed()) {
            throw new IllegalStateException("context \"" + name + "\" cannot be created: its manager is closed");
        }
        if (parent != null) {
            parent.liveAddress("create a child");
            if (parent.manager() != manager) {
                throw new IllegalArgumentException("context \"" + name + "\" cannot be a child of " + parent
                        + ": that belongs to another manager");
            }
            if (manager.contextBlocks().isRefused(parent, bytes)) {
                throw Exhaustion.ofCreation(manager, parent, name, bytes);
            }
        }
    }

    private static MemoryContext adopt(
            MemoryManager manager, ContextType type, MemoryContext parent, String name, long address, long bytes) {
        if (address == 0) {
            throw Exhaustion.ofCreation(manager, parent, name, bytes);
        }
        ContextLimit limit = parent == null ? null : parent.limit;
        ContextLimit.count(limit, getLong(address + ContextLayout.MEM_ALLOCATED));
        MemoryContext context = new MemoryContext(manager, type, name, address, limit);
        putInt(address + ContextLayout.TAG, type.tag());
        // Clears the hooks and the padding after the flag as well, so that images of contexts are equal to the byte.
        putInt(address + ContextLayout.IS_RESET, 0);
        putByte(address + ContextLayout.IS_RESET, (byte) 1);
        putInt(address + ContextLayout.METHOD, type.methodId());
        putInt(address + ContextLayout.HANDLE, manager.handles().add(context));
        putLong(address + ContextLayout.FIRST_CHILD, 0);
        ContextTree.link(address, parent == null ? 0 : parent.liveAddress("create a child"));
        ContextEvents.created(context);
        return context;
    }

    /** Empties one context; its children stay. */
    static void reset(MemoryManager manager, long address) {
        ContextMethods.reset(manager, address);
        putByte(address + ContextLayout.IS_RESET, (byte) 1);
        ContextEvents.reset(manager.contextAt(address));
    }

    /** Takes a context out of everything and gives its memory back. It has no children. */
    static void delete(MemoryManager manager, long address) {
        boolean isReset = ContextTree.isReset(address);
        int number = getInt(address + ContextLayout.HANDLE);
        MemoryContext context = manager.handles().get(number);
        ContextDeletedEvent event = ContextEvents.deleting(context);
        ContextTree.unlink(address);
        ContextLimit.count(context.limit, -getLong(address + ContextLayout.MEM_ALLOCATED));
        context.limit = null;
        // Whoever comes back with a stale pointer to it finds no context.
        putInt(address + ContextLayout.TAG, 0);
        ContextMethods.delete(manager, address, isReset);
        manager.handles().remove(number).forget();
        if (event != null) {
            event.commit();
        }
    }
}
