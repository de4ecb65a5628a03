package dev.palloc.shmem;

import java.util.OptionalLong;

/**
 * A row of the allocations view: a named structure, all anonymous storage together, or the free tail.
 *
 * @param name name of the structure; {@value #ANONYMOUS} for storage without one; null for the free tail
 * @param offset bytes from the start of the segment; absent for anonymous storage, which lies in many places
 * @param size bytes asked for; for anonymous storage and the free tail the same as {@code allocatedSize}
 * @param allocatedSize bytes taken
 */
public record Allocation(String name, OptionalLong offset, long size, long allocatedSize) {
    /** What the view calls storage without a name. */
    public static final String ANONYMOUS = "<anonymous>";

    static Allocation named(String name, long offset, long size, long allocatedSize) {
        return new Allocation(name, OptionalLong.of(offset), size, allocatedSize);
    }

    static Allocation anonymous(long bytes) {
        return new Allocation(ANONYMOUS, OptionalLong.empty(), bytes, bytes);
    }

    static Allocation free(long offset, long bytes) {
        return new Allocation(null, OptionalLong.of(offset), bytes, bytes);
    }

    /**
     * Whether this is the row of storage without a name: the header, the locks, the index, what
     * {@link SharedArena#allocate} handed out, and bytes lost to alignment before a start.
     *
     * @return true for one row of a view
     */
    public boolean isAnonymous() {
        return offset.isEmpty();
    }

    /**
     * Whether this is the row of the free tail.
     *
     * @return true for one row of a view
     */
    public boolean isFree() {
        return name == null;
    }

    /**
     * Whether this is the row of a named structure.
     *
     * @return true for one row per structure
     */
    public boolean isNamed() {
        return !isFree() && !isAnonymous();
    }
}
