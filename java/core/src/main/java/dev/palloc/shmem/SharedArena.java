package dev.palloc.shmem;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.PallocException;
import dev.palloc.platform.Platform;
import java.util.Objects;

/**
 * An arena of named and anonymous structures in one segment of memory; the package description has its layout. This
 * object is a handle: the state is in the segment, under locks that are there too, so any number of handles serve one
 * arena.
 *
 * <p>Thread safe, every method. Calls in progress finish before {@link #close()} takes the memory; the addresses that
 * were handed out are the callers' affair, as is closing the handle that created an arena after those attached to it.
 *
 * <p>PostgreSQL: storage/ipc/shmem.c. Differences: a request of 0 bytes is an error, not an address shared with the
 * next request; offset plus size cannot overflow; a name too long is an error, not cut off; a structure can ask for an
 * alignment of its own.
 */
public final class SharedArena implements AutoCloseable {
    /** Structures for which the index has room from the start unless told otherwise, SHMEM_INDEX_SIZE. */
    public static final int DEFAULT_EXPECTED_STRUCTS = 64;

    /** Most structures that can be expected at creation; more can come. */
    public static final int MAX_EXPECTED_STRUCTS = 1 << 20;

    /**
     * Largest alignment a structure can ask for, in bytes: that of the segment itself. A larger one could be kept at
     * the address of one process only, not at the offset.
     */
    public static final int MAX_ALIGNMENT = SegmentHeader.SEGMENT_ALIGNMENT;

    private final Platform platform;
    private final long base;
    private final long totalSize;
    private final AlignmentPolicy policy;
    private final boolean creator;
    private final BumpAllocator allocator;
    private final NamedStructs structs;
    private final Lifetime lifetime = new Lifetime();

    /** A handle on a segment with a complete header. */
    private SharedArena(Platform platform, long base, boolean creator) {
        this.platform = platform;
        this.base = base;
        this.creator = creator;
        this.totalSize = SegmentHeader.totalSize(base);
        this.policy = AlignmentPolicy.ofNumber(SegmentHeader.policy(base));
        this.allocator = new BumpAllocator(base, totalSize, policy);
        this.structs = new NamedStructs(base, new StructIndex(base, SegmentHeader.index(base)), allocator);
    }

    /**
     * Creates an arena with today's alignment, {@link AlignmentPolicy#CACHELINE_128}, and an index for
     * {@value #DEFAULT_EXPECTED_STRUCTS} structures to start with.
     *
     * @param platform source of the memory
     * @param totalSize bytes of the whole segment, header and index included
     * @return a handle whose close frees the memory
     * @throws IllegalArgumentException if the size does not hold header and index, or is not a size of memory
     * @throws MemoryExhaustedException if there is no such memory to have
     */
    public static SharedArena create(Platform platform, long totalSize) {
        return create(platform, totalSize, AlignmentPolicy.CACHELINE_128);
    }

    /**
     * Creates an arena with an index for {@value #DEFAULT_EXPECTED_STRUCTS} structures to start with.
     *
     * @param platform source of the memory
     * @param totalSize bytes of the whole segment, header and index included
     * @param policy how starts and sizes are rounded
     * @return a handle whose close frees the memory
     * @throws IllegalArgumentException if the size does not hold header and index, or is not a size of memory
     * @throws MemoryExhaustedException if there is no such memory to have
     */
    public static SharedArena create(Platform platform, long totalSize, AlignmentPolicy policy) {
        return create(platform, totalSize, policy, DEFAULT_EXPECTED_STRUCTS);
    }

    /**
     * Creates an arena.
     *
     * @param platform source of the memory
     * @param totalSize bytes of the whole segment, header and index included
     * @param policy how starts and sizes are rounded
     * @param expectedStructs for how many named structures the index has room from the start, 1 to
     *     {@value #MAX_EXPECTED_STRUCTS}. Up to that many, named structures are all that a call to initStruct places;
     *     after that it takes anonymous storage for the index now and then
     * @return a handle whose close frees the memory
     * @throws IllegalArgumentException if the size does not hold header and index, or an argument is out of range
     * @throws MemoryExhaustedException if there is no such memory to have
     */
    public static SharedArena create(Platform platform, long totalSize, AlignmentPolicy policy, int expectedStructs) {
        Objects.requireNonNull(platform, "platform is null: pass Platform.get()");
        Objects.requireNonNull(policy, "policy is null: pass one of the constants of AlignmentPolicy");
        checkTotalSize(totalSize, policy, expectedStructs);
        long base = platform.allocateZeroed(totalSize, SegmentHeader.SEGMENT_ALIGNMENT);
        if (base == 0) {
            throw new MemoryExhaustedException("no memory for an arena of " + totalSize + " bytes on the "
                    + platform.name() + " platform: make it smaller, or raise the limit that applies (the process's,"
                    + " the container's, -XX:MaxDirectMemorySize on the java platform)");
        }
        SegmentHeader.write(base, totalSize, policy);
        long index = new BumpAllocator(base, totalSize, policy).allocate(StructIndex.bytesFor(expectedStructs), 1);
        new StructIndex(base, index).format(expectedStructs);
        SegmentHeader.publish(base, index);
        return new SharedArena(platform, base, true);
    }

    /**
     * A further handle on an arena that someone in this process created or mapped.
     *
     * @param platform whose cache line the alignment report takes
     * @param address where the arena is in this process, as {@link #address()} of its creator
     * @return a handle whose close leaves the memory alone
     * @throws IllegalArgumentException if no segment can start at the address
     * @throws PallocException if what is there is not an arena; nothing was changed
     */
    public static SharedArena attach(Platform platform, long address) {
        Objects.requireNonNull(platform, "platform is null: pass Platform.get()");
        if (address <= 0 || address % SegmentHeader.SEGMENT_ALIGNMENT != 0) {
            throw new IllegalArgumentException("no arena starts at address 0x" + Long.toHexString(address)
                    + ": it is a positive multiple of " + SegmentHeader.SEGMENT_ALIGNMENT);
        }
        ArenaCheck.check(address);
        return new SharedArena(platform, address, false);
    }

    private static void checkTotalSize(long totalSize, AlignmentPolicy policy, int expectedStructs) {
        if (expectedStructs < 1 || expectedStructs > MAX_EXPECTED_STRUCTS) {
            throw new IllegalArgumentException(
                    "an index for " + expectedStructs + " expected structures: pass 1 to " + MAX_EXPECTED_STRUCTS);
        }
        long index = StructIndex.bytesFor(expectedStructs);
        long least = policy.start(SegmentHeader.END, index) + policy.allocatedSize(index);
        if (totalSize < least) {
            throw new IllegalArgumentException(
                    "an arena of " + totalSize + " bytes does not hold its header and an index"
                            + " for " + expectedStructs + " structures, which take " + least + " bytes under " + policy
                            + ": make it larger, or expect fewer structures");
        }
        if (totalSize > SegmentHeader.MAX_TOTAL_SIZE) {
            throw new IllegalArgumentException(
                    "an arena of " + totalSize + " bytes is not possible: the most is " + SegmentHeader.MAX_TOTAL_SIZE);
        }
    }

    /**
     * Takes anonymous storage: ShmemAlloc. It lives as long as the arena.
     *
     * @param size bytes, at least 1
     * @return its address, aligned by the arena's policy; zero bytes until someone writes there
     * @throws IllegalArgumentException if the size is not positive
     * @throws MemoryExhaustedException if the arena has not that much left
     * @throws IllegalStateException if this handle is closed
     */
    public long allocate(long size) {
        long address = allocateOrZero(size);
        if (address == 0) {
            throw exhausted("anonymous storage", size);
        }
        return address;
    }

    /**
     * Takes anonymous storage, or says that there is none: ShmemAllocNoError.
     *
     * @param size bytes, at least 1
     * @return its address as of {@link #allocate}; 0 if the arena has not that much left
     * @throws IllegalArgumentException if the size is not positive
     * @throws IllegalStateException if this handle is closed
     */
    public long allocateOrZero(long size) {
        checkSize("anonymous storage", size);
        long stamp = lifetime.enter();
        try {
            long start = allocator.allocate(size, 1);
            return start == BumpAllocator.NO_ROOM ? 0 : base + start;
        } finally {
            lifetime.exit(stamp);
        }
    }

    /**
     * Finds the structure of a name, or makes it: ShmemInitStruct.
     *
     * @param name 1 to 47 bytes in UTF-8
     * @param size bytes, at least 1
     * @return the structure; {@link SharedStruct#found()} says whether someone else made it
     * @throws IllegalArgumentException if the name or size is out of range, or the structure exists with another size;
     *     the message has both sizes
     * @throws MemoryExhaustedException if it is new and the arena has no room for it; the name stays unknown
     * @throws IllegalStateException if this handle is closed
     */
    public SharedStruct initStruct(String name, long size) {
        return initStruct(name, size, 1);
    }

    /**
     * The same with an alignment, which counts where it is above the policy's. What is skipped to reach it is lost, and
     * anonymous in the allocations view. Under {@link AlignmentPolicy#misaligned} the start is shifted from there.
     *
     * @param name 1 to 47 bytes in UTF-8
     * @param size bytes, at least 1
     * @param alignment bytes, a power of two from 1 to {@value #MAX_ALIGNMENT}; in every process, since segments start
     *     at such a multiple
     * @return the structure; {@link SharedStruct#found()} says whether someone else made it
     * @throws IllegalArgumentException if an argument is out of range, or the structure exists with another size or is
     *     aligned to less; the message has both
     * @throws MemoryExhaustedException if it is new and the arena has no room for it; the name stays unknown
     * @throws IllegalStateException if this handle is closed
     */
    public SharedStruct initStruct(String name, long size, long alignment) {
        StructName key = StructName.of(name);
        String what = "structure \"" + name + "\"";
        checkSize(what, size);
        checkAlignment(what, alignment);
        Placement placement;
        long stamp = lifetime.enter();
        try {
            placement = structs.findOrPlace(key, size, alignment);
        } finally {
            lifetime.exit(stamp);
        }
        if (placement == null) {
            throw exhausted(what, size);
        }
        if (placement.size() != size) {
            throw new IllegalArgumentException(what + " exists with another size: expected " + size + " bytes, actual "
                    + placement.size() + ": all who share it must agree");
        }
        if (!policy.honours(placement.offset(), alignment)) {
            throw new IllegalArgumentException(what + " exists at offset " + placement.offset()
                    + ", which is not aligned to " + alignment + ": who makes it must ask for that alignment");
        }
        return new SharedStruct(name, base, placement, lifetime);
    }

    /**
     * What the arena's bytes are used for: pg_shmem_allocations.
     *
     * @return a copy of one moment
     * @throws IllegalStateException if this handle is closed
     */
    public AllocationsView allocations() {
        long stamp = lifetime.enter();
        try {
            return structs.view();
        } finally {
            lifetime.exit(stamp);
        }
    }

    /**
     * Which structures start at a multiple of {@value AlignmentReport#BYTES_OF_2014} bytes, as in the report of 2014,
     * and who shares a cache line of this machine with whom.
     *
     * @return a copy of one moment
     * @throws IllegalStateException if this handle is closed
     */
    public AlignmentReport alignmentReport() {
        return AlignmentReport.of(
                allocations(),
                base,
                AlignmentReport.BYTES_OF_2014,
                platform.cacheLine().bytes());
    }

    /**
     * The same for lines of another size.
     *
     * @param line bytes, a power of two from 8 to {@value #MAX_ALIGNMENT}, for alignment and sharing both
     * @return a copy of one moment
     * @throws IllegalArgumentException if the line is out of range
     * @throws IllegalStateException if this handle is closed
     */
    public AlignmentReport alignmentReport(int line) {
        return AlignmentReport.of(allocations(), base, line, line);
    }

    /**
     * Whether an address lies in this arena: ShmemAddrIsValid.
     *
     * @param address any address
     * @return whether it is that of a byte of the segment
     */
    public boolean contains(long address) {
        return address >= base && address - base < totalSize;
    }

    /**
     * Where the segment starts in this process.
     *
     * @return raw address, a multiple of {@value #MAX_ALIGNMENT}; what {@link #attach} takes
     */
    public long address() {
        return base;
    }

    /**
     * Size of the segment.
     *
     * @return bytes, header and index included
     */
    public long totalSize() {
        return totalSize;
    }

    /**
     * Space that is not handed out. Another thread may take it before the caller does.
     *
     * @return bytes
     * @throws IllegalStateException if this handle is closed
     */
    public long freeBytes() {
        long stamp = lifetime.enter();
        try {
            return allocator.freeBytes();
        } finally {
            lifetime.exit(stamp);
        }
    }

    /**
     * How this arena rounds.
     *
     * @return the policy of its creation
     */
    public AlignmentPolicy policy() {
        return policy;
    }

    /**
     * Closes this handle, once; again does nothing. The segments that came from it end. The handle of the creator frees
     * the memory, so close it last; any other leaves the arena as it is.
     *
     * @throws IllegalStateException if a call to C is using one of the segments; the handle stays open
     */
    @Override
    public void close() {
        lifetime.end(this::release);
    }

    private void release() {
        if (creator) {
            SegmentHeader.retract(base);
            platform.free(base, totalSize);
        }
    }

    /**
     * For messages.
     *
     * @return address, size and policy
     */
    @Override
    public String toString() {
        return "arena at 0x" + Long.toHexString(base) + ", " + totalSize + " bytes, " + policy;
    }

    private static void checkSize(String what, long size) {
        if (size < 1) {
            throw new IllegalArgumentException(what + " of " + size + " bytes: ask for at least 1");
        }
    }

    private static void checkAlignment(String what, long alignment) {
        if (alignment < 1 || Long.bitCount(alignment) != 1) {
            throw new IllegalArgumentException(
                    what + " with alignment " + alignment + ": it must be a power of two, 1 to " + MAX_ALIGNMENT);
        }
        if (alignment > MAX_ALIGNMENT) {
            throw new IllegalArgumentException(what + " with alignment " + alignment
                    + ": the segment itself is aligned to " + MAX_ALIGNMENT + "; ask for more bytes and align inside");
        }
    }

    private MemoryExhaustedException exhausted(String what, long size) {
        return new MemoryExhaustedException("no room in the arena for " + what + " of " + size + " bytes: "
                + freeBytes() + " of " + totalSize + " bytes are free, before rounding by " + policy
                + " and growth of the index; create the arena with a larger total size");
    }
}
