package dev.palloc.shmem;

import java.lang.foreign.MemorySegment;

/**
 * A named structure in an arena, as {@link SharedArena#initStruct(String, long)} found or made it. Immutable, thread
 * safe; what protects the structure's content is its owner's affair.
 */
public final class SharedStruct {
    private final String name;
    private final long base;
    private final Placement placement;
    private final Lifetime lifetime;

    SharedStruct(String name, long base, Placement placement, Lifetime lifetime) {
        this.name = name;
        this.base = base;
        this.placement = placement;
        this.lifetime = lifetime;
    }

    /**
     * Name under which the structure is found.
     *
     * @return 1 to 47 bytes in UTF-8
     */
    public String name() {
        return name;
    }

    /**
     * Where the structure is, in this process.
     *
     * @return raw address, valid until the arena is closed
     */
    public long address() {
        return base + placement.offset();
    }

    /**
     * Where the structure is in the arena, the same for every process.
     *
     * @return bytes from the start of the segment
     */
    public long offset() {
        return placement.offset();
    }

    /**
     * Size of the structure.
     *
     * @return bytes as asked for
     */
    public long size() {
        return placement.size();
    }

    /**
     * Space that the structure takes.
     *
     * @return bytes, the size rounded up by the arena's policy
     */
    public long allocatedSize() {
        return placement.allocatedSize();
    }

    /**
     * Whether the structure existed before. If not, its bytes are as the system gave them, zero, and the caller is to
     * initialise it. If it did, whoever made it may still be at that: publish a flag of your own with release ordering
     * where threads race.
     *
     * @return true for every caller but the first
     */
    public boolean found() {
        return placement.found();
    }

    /**
     * The structure as a segment of {@link #size()} bytes. It ends with the handle that made this object: access after
     * its close throws IllegalStateException. Under a misaligned policy, access by an aligned layout throws
     * IllegalArgumentException.
     *
     * @return a view, accessible from every thread
     * @throws IllegalStateException if the handle is closed
     * @throws UnsupportedOperationException where native access is denied
     */
    public MemorySegment segment() {
        return lifetime.segment(address(), size());
    }

    /**
     * For messages.
     *
     * @return name, offset, sizes and whether it was found
     */
    @Override
    public String toString() {
        return name + " at offset " + offset() + ", " + size() + " bytes, " + allocatedSize() + " allocated, "
                + (found() ? "found" : "new");
    }
}
