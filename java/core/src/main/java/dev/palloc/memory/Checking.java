package dev.palloc.memory;

/**
 * Whether the process runs in checking mode, {@code -Ddev.palloc.checking=true}. A constant to the compiler, so that all
 * that hangs on it is gone when it is off.
 *
 * <pre>
 *   off                                  on
 *   +--------+-----------+               +----------------+--------+-----------+----------+---------+
 *   | header | user data |               | requested size | header | user data | sentinel | padding |
 *   +--------+-----------+               +----------------+--------+-----------+----------+---------+
 *  -8        0                          -16              -8        0           requested size
 * </pre>
 *
 * <p>The requested size is all ones while the chunk is free, and the user data is then wiped. PostgreSQL's checking
 * builds have the same header and no sentinel for chunks of exactly a power of two, which are the most common; here
 * every chunk has one, and pays with the next size class. A bump context's chunks get the header as well.
 */
final class Checking {
    /** The switch. */
    static final boolean ENABLED = Boolean.getBoolean("dev.palloc.checking");

    /** Bytes before a chunk's header word. */
    static final int PREFIX = ENABLED ? Long.BYTES : 0;

    /** Bytes after the requested ones that every chunk has room for. */
    static final int SENTINEL = ENABLED ? 1 : 0;

    private Checking() {}
}
