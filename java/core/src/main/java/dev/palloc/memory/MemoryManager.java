package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;
import static dev.palloc.platform.RawMemory.putInt;
import static dev.palloc.platform.RawMemory.putLong;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.util.Objects;

/**
 * One memory subsystem: the contexts created by it, the blocks they live in, and the calls that find their context from
 * a chunk's header alone. It stands where a PostgreSQL backend stands, so that nothing is hidden in the process or the
 * thread: a program may have as many as it likes, and chunks of one mean nothing to another.
 *
 * <p>Raw tier: pointers are addresses, sizes are bytes, no call allocates on the Java heap except the creation of a
 * context. A pointer that is not a live chunk of this manager is an error that is found where the header shows it and
 * corrupts memory where not.
 *
 * <p>Not thread safe: one thread at a time uses a manager and its contexts. Handing it over needs a happens-before edge,
 * such as a queue's. Source of the behaviour: mcxt.c of PostgreSQL 18.
 */
public final class MemoryManager implements AutoCloseable {
    private final BlockSource blocks;
    private final RecycledContexts recycled = new RecycledContexts(this);
    private final ContextHandles handles = new ContextHandles();
    private boolean closed;

    /**
     * A manager with a {@link BlockCache} of the default size.
     *
     * @param platform where blocks come from
     */
    public MemoryManager(Platform platform) {
        this(new BlockCache(platform));
    }

    /**
     * A manager.
     *
     * @param blocks where blocks come from; the manager closes it
     */
    public MemoryManager(BlockSource blocks) {
        this.blocks = Objects.requireNonNull(blocks, "blocks");
    }

    /**
     * Creates a context of power-of-two chunks.
     *
     * @param parent the context to die with, or null for a root
     * @param name for reports and errors; a constant, by PostgreSQL's rule, what varies goes to the identifier
     * @param sizes of its blocks
     * @return the context, first among its siblings
     * @throws IllegalArgumentException if the parent belongs to another manager
     * @throws IllegalStateException if the parent is deleted
     * @throws MemoryExhaustedException if there is no memory for the first block
     */
    public MemoryContext createAllocSet(MemoryContext parent, String name, BlockSizes sizes) {
        checkParent(parent, name);
        long address = AllocSet.create(this, sizes);
        return adopt(ContextType.ALLOC_SET, parent, name, address, sizes.initBlockSize());
    }

    /**
     * Creates a context for chunks that die in groups or in order.
     *
     * @param parent the context to die with, or null for a root
     * @param name for reports and errors
     * @param sizes of its blocks
     * @return the context, first among its siblings
     * @throws IllegalArgumentException if the parent belongs to another manager
     * @throws IllegalStateException if the parent is deleted
     * @throws MemoryExhaustedException if there is no memory for the first block
     */
    public MemoryContext createGeneration(MemoryContext parent, String name, BlockSizes sizes) {
        checkParent(parent, name);
        long address = Generation.create(this, sizes);
        return adopt(ContextType.GENERATION, parent, name, address, sizes.initBlockSize());
    }

    /**
     * Creates a context of chunks without headers, which cannot be freed one by one.
     *
     * @param parent the context to die with, or null for a root
     * @param name for reports and errors
     * @param sizes of its blocks
     * @return the context, first among its siblings
     * @throws IllegalArgumentException if the parent belongs to another manager
     * @throws IllegalStateException if the parent is deleted
     * @throws MemoryExhaustedException if there is no memory for the first block
     */
    public MemoryContext createBump(MemoryContext parent, String name, BlockSizes sizes) {
        checkParent(parent, name);
        long address = Bump.create(this, sizes);
        return adopt(ContextType.BUMP, parent, name, address, sizes.initBlockSize());
    }

    /**
     * Creates a context of chunks of one size.
     *
     * @param parent the context to die with, or null for a root
     * @param name for reports and errors
     * @param blockSize bytes of every block, room for at least one chunk, at most 0x3FFFFFFF
     * @param chunkSize bytes of every chunk; below 8 it is raised to 8, which is then what {@code palloc} must ask for
     * @return the context, first among its siblings
     * @throws IllegalArgumentException if a size is out of range or the parent belongs to another manager
     * @throws IllegalStateException if the parent is deleted
     * @throws MemoryExhaustedException if there is no memory for the context
     */
    public MemoryContext createSlab(MemoryContext parent, String name, long blockSize, long chunkSize) {
        checkParent(parent, name);
        Slab.checkSizes(name, blockSize, chunkSize);
        return adopt(ContextType.SLAB, parent, name, Slab.create(this, blockSize, chunkSize), Slab.CONTEXT_SIZE);
    }

    private void checkParent(MemoryContext parent, String name) {
        Objects.requireNonNull(name, "name");
        if (closed) {
            throw new IllegalStateException("context \"" + name + "\" cannot be created: its manager is closed");
        }
        if (parent != null) {
            parent.liveAddress("create a child");
            if (parent.manager() != this) {
                throw new IllegalArgumentException("context \"" + name + "\" cannot be a child of " + parent
                        + ": that belongs to another manager");
            }
        }
    }

    /** The common header, written last, so that a failure before it leaves no trace in the tree. */
    private MemoryContext adopt(ContextType type, MemoryContext parent, String name, long address, long firstBlock) {
        if (address == 0) {
            throw new MemoryExhaustedException("out of memory: context \"" + name + "\" was not created, its first "
                    + firstBlock + " bytes are not to be had; free some, or give the process more (in pure Java"
                    + " -XX:MaxDirectMemorySize is the limit)");
        }
        MemoryContext context = new MemoryContext(this, type, name, address);
        putInt(address + ContextLayout.TAG, type.tag());
        // Clears the padding after the flag as well, so that images of contexts are equal to the byte.
        putInt(address + ContextLayout.IS_RESET, 0);
        putByte(address + ContextLayout.IS_RESET, (byte) 1);
        putInt(address + ContextLayout.METHOD, type.methodId());
        putInt(address + ContextLayout.HANDLE, handles.add(context));
        putLong(address + ContextLayout.FIRST_CHILD, 0);
        ContextTree.link(address, parent == null ? 0 : parent.liveAddress("create a child"));
        return context;
    }

    /** Takes a context out of everything and gives its memory back. It has no children. */
    void deleteLeaf(long address) {
        boolean isReset = ContextTree.isReset(address);
        ContextTree.unlink(address);
        handles.remove(getInt(address + ContextLayout.HANDLE)).forget();
        // Whoever comes back with a stale pointer to it finds no context.
        putInt(address + ContextLayout.TAG, 0);
        switch (methodOf(address)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.delete(this, address, isReset);
            case MethodId.GENERATION_ID -> Generation.delete(this, address);
            case MethodId.SLAB_ID -> Slab.delete(this, address);
            default -> Bump.delete(this, address);
        }
    }

    /** Empties one context; its children stay. */
    void resetOnly(long address) {
        if (ContextTree.isReset(address)) {
            return;
        }
        switch (methodOf(address)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.reset(this, address);
            case MethodId.GENERATION_ID -> Generation.reset(this, address);
            case MethodId.SLAB_ID -> Slab.reset(this, address);
            default -> Bump.reset(this, address);
        }
        putByte(address + ContextLayout.IS_RESET, (byte) 1);
    }

    /** Allocation by method id, for all but the inlined AllocSet path. */
    long alloc(long context, int method, long size, int flags) {
        return switch (method) {
            case MethodId.ALLOC_SET_ID -> AllocSet.alloc(this, context, size, flags);
            case MethodId.GENERATION_ID -> Generation.alloc(this, context, size, flags);
            case MethodId.SLAB_ID -> Slab.alloc(this, context, size, flags);
            default -> Bump.alloc(this, context, size, flags);
        };
    }

    /**
     * Frees a chunk. Its context is found from its header.
     *
     * @param pointer what a {@code palloc} or {@code repalloc} of this manager returned; not from a bump context
     * @throws IllegalArgumentException if the pointer is 0, negative or not a multiple of 8
     * @throws dev.palloc.InvalidChunkException if the header before the pointer is not a chunk's
     */
    public void pfree(long pointer) {
        long word = headerOf("pfree", pointer);
        switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.free(this, pointer, word);
            case MethodId.GENERATION_ID -> Generation.free(this, pointer, word);
            case MethodId.SLAB_ID -> Slab.free(this, pointer, word);
            case MethodId.ALIGNED_REDIRECT_ID -> pfree(AlignedRedirect.rawPointer("pfree", pointer, word));
            default -> throw BadChunk.id("pfree", pointer, word);
        }
    }

    /**
     * Changes the size of a chunk, within its context. The content stays, as much as fits.
     *
     * @param pointer what a {@code palloc} or {@code repalloc} of this manager returned; not from a bump context
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}
     * @return the chunk's pointer from now on; the old one is dead unless it is the same
     * @throws IllegalArgumentException if pointer or size is out of range, or a slab's chunk is to change its size
     * @throws dev.palloc.InvalidChunkException if the header before the pointer is not a chunk's
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    public long repalloc(long pointer, long size) {
        return repallocExtended(pointer, size, 0);
    }

    /**
     * Changes the size of a chunk, with flags.
     *
     * @param pointer what a {@code palloc} or {@code repalloc} of this manager returned; not from a bump context
     * @param size bytes, 0 to {@link AllocFlags#MAX_ALLOC_SIZE}, or more with {@link AllocFlags#HUGE}
     * @param flags {@link AllocFlags#HUGE} and {@link AllocFlags#NO_OOM}; there is nothing to clear in a chunk with
     *     content, so {@link AllocFlags#ZERO} is refused
     * @return the chunk's pointer from now on; 0 with NO_OOM if there is no memory, and then the chunk is as it was
     * @throws IllegalArgumentException if an argument is out of range, or a slab's chunk is to change its size
     * @throws dev.palloc.InvalidChunkException if the header before the pointer is not a chunk's
     * @throws MemoryExhaustedException if there is no memory; the chunk is as it was
     */
    public long repallocExtended(long pointer, long size, int flags) {
        if ((flags & ~(AllocFlags.HUGE | AllocFlags.NO_OOM)) != 0) {
            throw new IllegalArgumentException(
                    "repalloc flags 0x" + Integer.toHexString(flags) + " has bits other than HUGE and NO_OOM");
        }
        long word = headerOf("repalloc", pointer);
        return switch (ChunkHeader.methodId(word)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.realloc(this, pointer, word, size, flags);
            case MethodId.GENERATION_ID -> Generation.realloc(this, pointer, word, size, flags);
            case MethodId.SLAB_ID -> Slab.realloc(this, pointer, word, size);
            case MethodId.ALIGNED_REDIRECT_ID -> AlignedRedirect.realloc(this, pointer, word, size, flags);
            default -> throw BadChunk.id("repalloc", pointer, word);
        };
    }

    /**
     * All the space a chunk takes up, its header included and its block's excluded (GetMemoryChunkSpace).
     *
     * @param pointer a live chunk; not from a bump context
     * @return bytes
     * @throws IllegalArgumentException if the pointer is 0, negative or not a multiple of 8
     * @throws dev.palloc.InvalidChunkException if the header before the pointer is not a chunk's
     */
    public long chunkSpace(long pointer) {
        return space("chunkSpace", pointer);
    }

    /**
     * The context that a chunk belongs to (GetMemoryChunkContext).
     *
     * @param pointer a live chunk; not from a bump context
     * @return its context
     * @throws IllegalArgumentException if the pointer is 0, negative or not a multiple of 8
     * @throws dev.palloc.InvalidChunkException if the header before the pointer is not a chunk's
     */
    public MemoryContext chunkContext(long pointer) {
        return contextAt(contextAddress("chunkContext", pointer));
    }

    /**
     * Live contexts of this manager.
     *
     * @return their number
     */
    public int contextCount() {
        return handles.count();
    }

    /**
     * Where blocks come from.
     *
     * @return what the constructor was given, or the default cache
     */
    public BlockSource blocks() {
        return blocks;
    }

    /** Deletes every context and gives all memory back. Pointers into it are dead. A second call does nothing. */
    @Override
    public void close() {
        for (MemoryContext context = handles.any(); context != null; context = handles.any()) {
            context.root().delete();
        }
        recycled.clear();
        blocks.close();
        closed = true;
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

    int methodOf(long context) {
        return getInt(context + ContextLayout.METHOD);
    }

    MemoryContext contextAt(long address) {
        return address == 0 ? null : handles.get(getInt(address + ContextLayout.HANDLE));
    }

    RecycledContexts recycled() {
        return recycled;
    }

    ContextHandles handles() {
        return handles;
    }

    /** The one way out for allocators without memory: 0 if the caller can live with it, else the exception. */
    long outOfMemory(long context, long size, int flags) {
        if ((flags & AllocFlags.NO_OOM) != 0) {
            return 0;
        }
        throw new MemoryExhaustedException("out of memory: a request of " + size + " bytes failed in context "
                + describe(context) + ", which holds " + getLong(context + ContextLayout.MEM_ALLOCATED)
                + " bytes; free some, or give the process more (in pure Java"
                + " -XX:MaxDirectMemorySize is the limit)");
    }

    String describe(long context) {
        return contextAt(context).toString();
    }
}
