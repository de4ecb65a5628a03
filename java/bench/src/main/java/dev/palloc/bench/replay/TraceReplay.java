package dev.palloc.bench.replay;

import dev.palloc.bench.trace.ContextSpec;
import dev.palloc.bench.trace.Op;
import dev.palloc.bench.trace.Trace;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import org.openjdk.jmh.annotations.CompilerControl;

/**
 * Carries out the records of a trace, as the raw tier's user. Nothing is allocated on the Java heap but what the library
 * makes for a new context. Chunks are not touched.
 *
 * <p>A round is {@link #run} over all records and then {@link #deleteAll}; the manager, its recycled contexts and its
 * cached blocks stay from round to round, like those of a backend that goes on serving. Confined like the manager.
 */
public final class TraceReplay {
    private final MemoryManager manager;
    private final long[] ops;
    private final ContextSpec[] specs;
    private final MemoryContext[] contexts;
    private final long[] pointers;
    private int chunks;

    /**
     * A replay that has not begun.
     *
     * @param trace what to replay
     * @param manager through which; the caller closes it
     */
    public TraceReplay(Trace trace, MemoryManager manager) {
        this.manager = manager;
        this.ops = trace.ops();
        this.specs = trace.contexts();
        this.contexts = new MemoryContext[specs.length];
        this.pointers = new long[trace.allocations()];
    }

    /**
     * Carries out records in order. A round may be run in pieces.
     *
     * @param from index of the first record
     * @param to index after the last one
     * @return how many chunks this round has handed out so far
     */
    public int run(int from, int to) {
        // All in locals: to the compiler, fields could change with every call into the library.
        long[] records = ops;
        MemoryContext[] owners = contexts;
        long[] results = pointers;
        MemoryManager memory = manager;
        int next = chunks;
        for (int i = from; i < to; i++) {
            long packed = records[i];
            int index = Op.index(packed);
            switch (Op.op(packed)) {
                case Op.ALLOC:
                    results[next++] = owners[index].palloc(Op.size(packed));
                    break;
                case Op.FREE:
                    memory.pfree(results[index]);
                    break;
                case Op.REALLOC:
                    results[next++] = reallocate(results[index], Op.size(packed));
                    break;
                default:
                    onContext(packed);
                    break;
            }
        }
        chunks = next;
        return next;
    }

    /**
     * One record in sixty or fewer. This and {@link #onContext} are never inlined: the compiler stops inlining at a number
     * of nodes and takes the last cases first, so that in their company the allocation in {@link #run} is what becomes a
     * call, in one JVM and not in the next.
     */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private long reallocate(long pointer, long size) {
        return manager.repalloc(pointer, size);
    }

    /** The records on whole contexts. */
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    private void onContext(long packed) {
        int index = Op.index(packed);
        switch (Op.op(packed)) {
            case Op.CREATE:
                contexts[index] = create(specs[index]);
                break;
            case Op.RESET:
                contexts[index].resetOnly();
                break;
            case Op.DELETE:
                contexts[index].delete();
                break;
            case Op.SET_PARENT:
                int parent = (int) Op.size(packed) + ContextSpec.ROOT;
                contexts[index].setParent(parent == ContextSpec.ROOT ? null : contexts[parent]);
                break;
            default:
                throw new AssertionError("the reader packs no operation " + Op.op(packed));
        }
    }

    private MemoryContext create(ContextSpec spec) {
        MemoryContext parent = spec.parent() == ContextSpec.ROOT ? null : contexts[spec.parent()];
        return switch (spec.method()) {
            case ALLOC_SET -> manager.createAllocSet(parent, spec.name(), spec.sizes());
            case GENERATION -> manager.createGeneration(parent, spec.name(), spec.sizes());
            case SLAB -> manager.createSlab(parent, spec.name(), spec.blockSize(), spec.chunkSize());
            case BUMP -> manager.createBump(parent, spec.name(), spec.sizes());
        };
    }

    /**
     * What an allocation returned.
     *
     * @param chunk its number in this round
     * @return the pointer; the chunk may be dead by now
     */
    public long pointer(int chunk) {
        return pointers[chunk];
    }

    /** The context that records name by this index; null before its creation in this round. */
    MemoryContext context(int index) {
        return contexts[index];
    }

    /** Deletes the contexts that the trace leaves behind and makes ready for the next round. */
    public void deleteAll() {
        for (int i = 0; i < contexts.length; i++) {
            MemoryContext context = contexts[i];
            contexts[i] = null;
            // Deleting a parent took its children along.
            if (context != null && !context.isDeleted()) {
                context.delete();
            }
        }
        chunks = 0;
    }
}
