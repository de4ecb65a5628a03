package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getInt;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.ObjectName;

/**
 * One memory subsystem: the contexts created by it, the blocks they live in, and the calls that find their context from
 * a chunk's header alone. It stands where a PostgreSQL backend stands, so that nothing is hidden in the process or the
 * thread: a program may have as many as it likes, and chunks of one mean nothing to another.
 *
 * <p>A manager is confined or shared. A <em>confined</em> one belongs to the thread that made it: segments are that
 * thread's alone, and checking mode refuses every call by another. Without checking mode the raw tier does not look; one
 * thread at a time may use it then, handed over with a happens-before edge such as a queue's. A <em>shared</em> one may be
 * used by all threads: one lock protects it, readers of memory never take it, and no reset closes an arena.
 *
 * <p>No call of the raw tier allocates on the Java heap except the creation of a context. A pointer that is not a live
 * chunk of this manager is an error that is found where the header shows it and corrupts memory where not; checking mode
 * ({@code -Ddev.palloc.checking=true}) finds the others too. Source of the behaviour: mcxt.c of PostgreSQL 18.
 */
public final class MemoryManager extends ChunkDispatch implements AutoCloseable {
    private final ContextBlocks blocks;
    private final RecycledContexts recycled = new RecycledContexts(this);
    private final ContextHandles handles = new ContextHandles();

    /** Contexts whose callbacks are running at this moment, innermost last. */
    private final ArrayDeque<MemoryContext> releasing = new ArrayDeque<>();

    private final ContextRelease release = new ContextRelease(this);

    private final LeakLevel leakLevel = Checking.ENABLED ? LeakLevel.configured() : LeakLevel.OFF;
    private final AllocationSites sites = new AllocationSites(leakLevel == LeakLevel.SITES);

    /** Protects everything, contexts included, in a shared manager; null in a confined one. */
    private final ReentrantLock lock;

    /** The thread that a confined manager belongs to; null for a shared one. */
    private Thread owner;

    /** Lifetime of all segments of a shared manager; null until the first. */
    private SegmentScope sharedSegments;

    private final StatisticsRequests requests = new StatisticsRequests();

    /** The name in JMX, null if there is none. */
    private ObjectName bean;

    private boolean closed;

    /**
     * A confined manager with a {@link BlockCache} of the default size. It belongs to the calling thread.
     *
     * @param platform where blocks come from
     */
    public MemoryManager(Platform platform) {
        this(new BlockCache(platform));
    }

    /**
     * A confined manager. It belongs to the calling thread.
     *
     * @param blocks where blocks come from; the manager closes it
     */
    public MemoryManager(BlockSource blocks) {
        this(blocks, null);
    }

    private MemoryManager(BlockSource blocks, ReentrantLock lock) {
        super(Checking.ENABLED || lock != null);
        this.blocks = new ContextBlocks(this, Objects.requireNonNull(blocks, "blocks"));
        this.lock = lock;
        this.owner = lock == null ? Thread.currentThread() : null;
    }

    /**
     * A manager for many threads. What its contexts give back stays with it until it is closed, so that a segment used
     * after its context's reset reads stale bytes and never unmapped memory.
     *
     * @param platform where blocks come from
     * @return the manager
     */
    public static MemoryManager shared(Platform platform) {
        return new MemoryManager(BlockCache.keepingAll(platform), new ReentrantLock());
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
        return ContextLifecycle.createAllocSet(this, parent, name, sizes);
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
        return ContextLifecycle.createGeneration(this, parent, name, sizes);
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
        return ContextLifecycle.createBump(this, parent, name, sizes);
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
        return ContextLifecycle.createSlab(this, parent, name, blockSize, chunkSize);
    }

    /**
     * Live contexts of this manager.
     *
     * @return their number
     */
    public int contextCount() {
        enter();
        try {
            return handles.count();
        } finally {
            exit();
        }
    }

    /**
     * Where blocks come from.
     *
     * @return what the constructor was given, or the default cache
     */
    public BlockSource blocks() {
        return blocks.given();
    }

    /**
     * Hands a confined manager over to another thread, which must learn of it by something that orders the two, such as a
     * queue. Afterwards the manager is that thread's alone.
     *
     * @param newOwner the thread
     * @throws WrongThreadException if the calling thread is not the owner
     * @throws IllegalStateException if the manager is shared, or a context has handed out segments, which cannot change
     *     their thread: reset it before
     */
    public void transferTo(Thread newOwner) {
        Objects.requireNonNull(newOwner, "newOwner");
        if (isShared()) {
            throw new IllegalStateException("a shared manager belongs to no thread and needs no transfer");
        }
        requireOwner("transferTo");
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            if (context != null && context.hasSegments()) {
                throw new IllegalStateException("the manager cannot move to another thread: context " + context
                        + " has handed out segments, which cannot; reset it before");
            }
        }
        owner = newOwner;
    }

    /**
     * Whether many threads may use this manager.
     *
     * @return true if it was made by {@link #shared}
     */
    public boolean isShared() {
        return lock != null;
    }

    /**
     * Checks everything that must be true of all contexts, see {@link MemoryContext#check}.
     *
     * @throws dev.palloc.MemoryCorruptedException if something is not as it must be
     */
    public void check() {
        enter();
        try {
            for (int number = 0; number < handles.limit(); number++) {
                MemoryContext context = handles.get(number);
                if (context != null) {
                    ContextCheck.require(this, context.liveAddress("check"));
                }
            }
        } finally {
            exit();
        }
    }

    /**
     * The contexts that are alive at this moment, with their live chunks: what would be leaked if this manager were closed
     * now. Only checking mode knows, elsewhere the report is empty; with {@code -Ddev.palloc.leaks=sites} it also says
     * where the chunks were allocated. Walks every chunk.
     *
     * @return the report
     */
    public LeakReport leaks() {
        enter();
        try {
            return Checking.ENABLED ? LeakReport.of(this) : LeakReport.NONE;
        } finally {
            exit();
        }
    }

    /**
     * What all contexts hold at this moment.
     *
     * @return one tree for each root
     */
    public List<ContextStatistics> statistics() {
        enter();
        try {
            List<ContextStatistics> roots = new ArrayList<>();
            for (int number = 0; number < handles.limit(); number++) {
                MemoryContext context = handles.get(number);
                if (context != null && context.parent() == null) {
                    roots.add(context.statistics());
                }
            }
            return roots;
        } finally {
            exit();
        }
    }

    /**
     * Statistics for a thread that this manager is not confined to. The owner answers when it next takes a block or
     * creates, resets or deletes a context; if it never does, neither does the future complete. For any thread.
     *
     * @return the answer to come; at once if the manager is shared or belongs to the calling thread
     */
    public CompletableFuture<List<ContextStatistics>> requestStatistics() {
        if (isShared() || owner == Thread.currentThread()) {
            return CompletableFuture.completedFuture(statistics());
        }
        return requests.ask();
    }

    /** Where every list is whole: the place to answer who asked. */
    void answerRequests() {
        requests.answer(this);
    }

    /**
     * Shows this manager in JMX, as {@code dev.palloc:type=MemoryManager,name="..."}, until it is closed. The bean is a
     * {@link MemoryManagerMXBean}.
     *
     * @param name for the bean, any text
     * @throws IllegalStateException if another manager has the name, or this one is registered or closed already
     */
    public void register(String name) {
        enter();
        try {
            if (closed || bean != null) {
                throw new IllegalStateException("the memory manager cannot be registered as \"" + name + "\": it is "
                        + (closed ? "closed" : "registered as " + bean));
            }
            bean = ManagerBean.register(this, name);
        } finally {
            exit();
        }
    }

    /**
     * Deletes every context, callbacks included, and gives all memory back. Pointers and segments are dead. A second call
     * does nothing. In checking mode contexts that are still there are reported as leaks before, see {@link LeakReport};
     * damaged ones do not keep the others from being freed.
     *
     * @throws IllegalStateException if a native call is using a segment at this moment; call again when it is done
     */
    @Override
    public void close() {
        enter();
        try {
            if (closed) {
                return;
            }
            if (!releasing.isEmpty()) {
                throw new IllegalStateException("the memory manager cannot be closed now: a reset callback of "
                        + releasing.getLast() + " is running");
            }
            if (Checking.ENABLED) {
                LeakReport.log(this, leakLevel);
            }
            ManagerRelease release = new ManagerRelease(this);
            closeSharedSegments(release);
            if (bean != null) {
                ManagerBean.unregister(bean);
                bean = null;
            }
            release.run();
            blocks.close();
            closed = true;
            requests.refuse("the memory manager is closed");
            release.finish();
        } finally {
            exit();
        }
    }

    /** After all callbacks, which may read them, and before any memory goes. */
    private void closeSharedSegments(ManagerRelease release) {
        if (sharedSegments == null) {
            return;
        }
        release.runCallbacks();
        try {
            sharedSegments.close();
        } catch (IllegalStateException e) {
            throw release.stop(new IllegalStateException(
                    "the memory manager cannot be closed now: a native call is using one of its segments; close again"
                            + " when it is done",
                    e));
        }
        sharedSegments = null;
    }

    void setParent(MemoryContext context, MemoryContext parent) {
        enter();
        try {
            ContextMove.move(this, context, parent);
        } finally {
            exit();
        }
    }

    @Override
    MemoryManager manager() {
        return this;
    }

    /** Every call that looks at shared state begins with it, and ends with {@link #exit} whatever happens. */
    void enter() {
        if (lock != null) {
            lock.lock();
        } else if (Checking.ENABLED) {
            requireOwner("a call");
        }
    }

    void exit() {
        if (lock != null) {
            lock.unlock();
        }
    }

    void requireOwner(String operation) {
        if (owner != null && owner != Thread.currentThread()) {
            throw new WrongThreadException(
                    operation + " by thread " + Thread.currentThread().getName()
                            + ": this memory manager is confined to thread " + owner.getName()
                            + "; use MemoryManager.shared, or transferTo");
        }
    }

    /** Where new segments get their lifetime from. */
    SegmentScope newSegmentScope() {
        if (!isShared()) {
            return SegmentScope.confined();
        }
        if (sharedSegments == null) {
            sharedSegments = SegmentScope.shared();
        }
        return sharedSegments;
    }

    /** A segment that a context is asked to free must be one of its chunks; asked where looking is worth its time. */
    void requireChunkOf(String operation, long context, MemorySegment segment) {
        enter();
        try {
            long pointer = segment.address();
            if (Checking.ENABLED) {
                ChunkInspector.require(this, operation, pointer);
                ChunkInspector.requireSize(this, operation, pointer, segment.byteSize());
            }
            long actual = contextAddress(operation, pointer);
            if (actual != context) {
                throw BadSegment.ofAnother(operation, contextAt(context), actual, segment);
            }
        } finally {
            exit();
        }
    }

    /** A callback must not pull the ground from under its own context. */
    void requireIdle(String operation, long context) {
        if (releasing.isEmpty()) {
            // Without the iterator that a loop would make.
            return;
        }
        for (MemoryContext busy : releasing) {
            if (ContextTree.isSelfOrAncestor(context, busy.liveAddress(operation))) {
                throw new IllegalStateException("cannot " + operation + " context " + describe(context)
                        + ": a reset callback of " + busy + " is running");
            }
        }
    }

    /**
     * What carries out one reset or delete. The same object each time, so that a reset makes no garbage, but for those that
     * callbacks ask for.
     */
    ContextRelease release() {
        return releasing.isEmpty() ? release.again() : new ContextRelease(this);
    }

    ArrayDeque<MemoryContext> releasing() {
        return releasing;
    }

    int methodOf(long context) {
        return getInt(context + ContextLayout.METHOD);
    }

    MemoryContext contextAt(long address) {
        return address == 0 ? null : handles.get(getInt(address + ContextLayout.HANDLE));
    }

    ContextBlocks contextBlocks() {
        return blocks;
    }

    AllocationSites sites() {
        return sites;
    }

    RecycledContexts recycled() {
        return recycled;
    }

    boolean isClosed() {
        return closed;
    }

    ContextHandles handles() {
        return handles;
    }

    /** The one way out for allocators without memory: 0 if the caller can live with it, else the exception. */
    long outOfMemory(long context, long size, int flags) {
        ContextLimit limit = blocks.takeRefusing();
        if (limit != null) {
            ContextEvents.limitHit(contextAt(context), limit, size);
        }
        if ((flags & AllocFlags.NO_OOM) != 0) {
            return 0;
        }
        throw Exhaustion.ofRequest(this, context, size, limit);
    }

    String describe(long context) {
        return contextAt(context).toString();
    }
}
