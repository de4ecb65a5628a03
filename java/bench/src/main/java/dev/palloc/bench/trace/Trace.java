package dev.palloc.bench.trace;

/** A trace, read, checked and packed for replay. Immutable by agreement: the arrays are handed out as they are. */
public final class Trace {
    private final String name;
    private final long[] ops;
    private final ContextSpec[] contexts;
    private final long[] counts;
    private final long cutBytes;

    Trace(String name, long[] ops, ContextSpec[] contexts, long[] counts, long cutBytes) {
        this.name = name;
        this.ops = ops;
        this.contexts = contexts;
        this.counts = counts;
        this.cutBytes = cutBytes;
    }

    /**
     * The name.
     *
     * @return that of the file, without its extensions
     */
    public String name() {
        return name;
    }

    /**
     * How many records there are.
     *
     * @return the count, a record cut at the end not included
     */
    public int records() {
        return ops.length;
    }

    /**
     * How many records of one kind there are.
     *
     * @param op a constant of {@link Op}
     * @return the count
     */
    public long count(int op) {
        return counts[op];
    }

    /**
     * How many chunks are handed out; their numbers are below this.
     *
     * @return allocations and reallocations
     */
    public int allocations() {
        return (int) (counts[Op.ALLOC] + counts[Op.REALLOC]);
    }

    /**
     * Bytes of a last record that is not all there.
     *
     * @return 0 if the trace ends with a whole record
     */
    public long cutBytes() {
        return cutBytes;
    }

    /**
     * The records, see {@link Op}.
     *
     * @return the array itself
     */
    public long[] ops() {
        return ops;
    }

    /**
     * The contexts in the order of their creation; the index is what records name them by.
     *
     * @return the array itself
     */
    public ContextSpec[] contexts() {
        return contexts;
    }
}
