package dev.palloc.buffer;

/**
 * The state word of a buffer descriptor, as numbers: buf_internals.h of PostgreSQL 18. Package-info has the picture.
 *
 * <p>Pure functions of words; what may be done to the word in memory, and by whom, is in {@link BufferHeader}.
 */
final class BufferState {
    /** Participants that pin the buffer, each counted once. */
    static final int REFCOUNT_BITS = 18;

    static final int REFCOUNT_MASK = (1 << REFCOUNT_BITS) - 1;
    static final int ONE_REFERENCE = 1;

    private static final int USAGE_SHIFT = REFCOUNT_BITS;
    private static final int USAGE_BITS = 4;

    static final int USAGE_MASK = (1 << USAGE_BITS) - 1 << USAGE_SHIFT;
    static final int ONE_USAGE = 1 << USAGE_SHIFT;

    /** BM_MAX_USAGE_COUNT: more would make the sweep's way to a victim longer, and popular pages no safer. */
    static final int MAX_USAGE = 5;

    /** Header lock. While it is set only its holder writes the word. */
    static final int LOCKED = 1 << 22;

    /** Must be written before the buffer is given to another page. */
    static final int DIRTY = 1 << 23;

    /** The page is in the buffer, whole. */
    static final int VALID = 1 << 24;

    /** The tag has an entry in the lookup table. */
    static final int TAG_VALID = 1 << 25;

    /** Someone reads or writes the page; who wants to as well waits. */
    static final int IO_IN_PROGRESS = 1 << 26;

    /** The last read or write failed. */
    static final int IO_ERROR = 1 << 27;

    /** Dirtied since the write under way began: the page stays dirty after it. */
    static final int JUST_DIRTIED = 1 << 28;

    /** One participant sleeps until it is the only one that pins the buffer. */
    static final int PIN_COUNT_WAITER = 1 << 29;

    /** The checkpoint under way has to write it. */
    static final int CHECKPOINT_NEEDED = 1 << 30;

    /** Of a file that outlives a crash. */
    static final int PERMANENT = 1 << 31;

    /** All but the counters and the lock. */
    static final int FLAGS_MASK = ~(REFCOUNT_MASK | USAGE_MASK | LOCKED);

    private BufferState() {}

    static int refcount(int state) {
        return state & REFCOUNT_MASK;
    }

    static int usage(int state) {
        return (state & USAGE_MASK) >>> USAGE_SHIFT;
    }

    static boolean has(int state, int flags) {
        return (state & flags) == flags;
    }

    /** A reference more, and a use more up to the cap. */
    static int pinned(int state) {
        return state + ONE_REFERENCE + (usage(state) < MAX_USAGE ? ONE_USAGE : 0);
    }

    /** A reference more; a scan with a ring of its own counts as one use however often it comes. */
    static int pinnedByRing(int state) {
        return state + ONE_REFERENCE + (usage(state) == 0 ? ONE_USAGE : 0);
    }

    /** For messages and statistics. */
    static String describe(int state) {
        StringBuilder text = new StringBuilder();
        text.append(refcount(state)).append(" pins, usage ").append(usage(state));
        append(text, state, LOCKED, "locked");
        append(text, state, DIRTY, "dirty");
        append(text, state, VALID, "valid");
        append(text, state, TAG_VALID, "in the table");
        append(text, state, IO_IN_PROGRESS, "I/O in progress");
        append(text, state, IO_ERROR, "I/O error");
        append(text, state, JUST_DIRTIED, "just dirtied");
        append(text, state, PIN_COUNT_WAITER, "waiter for cleanup");
        append(text, state, CHECKPOINT_NEEDED, "checkpoint needed");
        append(text, state, PERMANENT, "permanent");
        return text.toString();
    }

    private static void append(StringBuilder text, int state, int flag, String name) {
        if (has(state, flag)) {
            text.append(", ").append(name);
        }
    }
}
