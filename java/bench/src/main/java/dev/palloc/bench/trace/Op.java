package dev.palloc.bench.trace;

/**
 * A record packed into one {@code long}, so that a replay reads eight bytes a record in sequence and decodes them with
 * two shifts.
 *
 * <pre>
 *   bits  0- 2  what to do
 *   bits  3-33  index of the context, or number of the chunk
 *   bits 34-63  size in bytes; for SET_PARENT the index of the parent plus 1, 0 for none
 * </pre>
 */
public final class Op {
    /** Create the context with this index. */
    public static final int CREATE = 0;

    /** Allocate in a context. */
    public static final int ALLOC = 1;

    /** Free a chunk. */
    public static final int FREE = 2;

    /** Change the size of a chunk; the result has the next number. */
    public static final int REALLOC = 3;

    /** Free all chunks of a context. */
    public static final int RESET = 4;

    /** Delete a context. */
    public static final int DELETE = 5;

    /** Move a context under another parent. */
    public static final int SET_PARENT = 6;

    /** How many kinds there are. */
    public static final int COUNT = 7;

    private static final int OP_BITS = 3;
    private static final int OP_MASK = (1 << OP_BITS) - 1;
    private static final int INDEX_BITS = 31;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;
    private static final int SIZE_SHIFT = OP_BITS + INDEX_BITS;

    private Op() {}

    static long pack(int op, int index, long size) {
        return size << SIZE_SHIFT | (long) index << OP_BITS | op;
    }

    /**
     * What to do.
     *
     * @param packed the record
     * @return one of the constants
     */
    public static int op(long packed) {
        return (int) packed & OP_MASK;
    }

    /**
     * The context or chunk.
     *
     * @param packed the record
     * @return index or number
     */
    public static int index(long packed) {
        return (int) (packed >>> OP_BITS) & INDEX_MASK;
    }

    /**
     * The size, or the parent.
     *
     * @param packed the record
     * @return bytes, or the parent's index plus 1
     */
    public static long size(long packed) {
        return packed >>> SIZE_SHIFT;
    }
}
