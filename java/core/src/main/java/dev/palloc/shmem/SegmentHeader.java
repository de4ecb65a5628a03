package dev.palloc.shmem;

import dev.palloc.platform.RawMemory;

/**
 * Layout of the first 64 bytes of an arena. The header is PostgreSQL's PGShmemHeader (storage/pg_shmem.h) and
 * {@code struct palloc_shmem_header} of palloc.h, field for field; the locks behind it are Palloc's.
 *
 * <pre>
 *  offset  bytes  field          protected by
 *       0      4  magic          written last at creation, cleared first by close
 *       4      4  creator pid    written once at creation
 *       8      8  total size     written once at creation
 *      16      8  free offset    the allocation lock; may be read without it, it only grows
 *      24      4  dsm control    unused, 0
 *      28      4  policy         written once at creation
 *      32      8  index          written once at creation
 *      40      8  device         unused, 0
 *      48      8  inode          unused, 0
 *      56      4  allocation lock (spinlock)
 *      60      4  index lock     (spinlock)
 *      64         end
 * </pre>
 *
 * <p>In PostgreSQL the allocation lock is the first thing allocated: 1 byte that takes 8, so that the free offset goes
 * from 56 to 64. The bytes are as many here. Its index lock is a lightweight lock elsewhere.
 */
public final class SegmentHeader {
    /** What an arena starts with, PGShmemMagic. */
    public static final int MAGIC = 679834894;

    /** Offset of the magic number, 4 bytes. */
    public static final int MAGIC_OFFSET = 0;

    /** Offset of the process id of the creator, 4 bytes. For people who debug; never read. */
    public static final int CREATOR_PID_OFFSET = 4;

    /** Offset of the size of the segment in bytes, 8 bytes. */
    public static final int TOTAL_SIZE_OFFSET = 8;

    /** Offset of the free offset, 8 bytes: the first byte that is not handed out. */
    public static final int FREE_OFFSET_OFFSET = 16;

    /** Offset of 4 unused bytes. */
    public static final int DSM_CONTROL_OFFSET = 24;

    /** Offset of the number of the alignment policy, 4 bytes. */
    public static final int POLICY_OFFSET = 28;

    /** Offset of the offset of the index of named structures, 8 bytes. */
    public static final int INDEX_OFFSET = 32;

    /** Offset of 8 unused bytes. */
    public static final int DEVICE_OFFSET = 40;

    /** Offset of 8 unused bytes. */
    public static final int INODE_OFFSET = 48;

    /** Size of the header without the locks, in bytes. */
    public static final int BYTES = 56;

    /** Offset of the spinlock that protects the free offset, 4 bytes. */
    public static final int ALLOCATION_LOCK_OFFSET = 56;

    /** Offset of the spinlock that protects the index of named structures, 4 bytes. */
    public static final int INDEX_LOCK_OFFSET = 60;

    /** First byte behind the header and its locks. */
    public static final int END = 64;

    /** Every segment starts at a multiple of this many bytes, as any mapping does. */
    public static final int SEGMENT_ALIGNMENT = 4096;

    /** Segments larger than this have offsets that rounding could overflow. */
    static final long MAX_TOTAL_SIZE = Long.MAX_VALUE - 2L * SEGMENT_ALIGNMENT;

    private SegmentHeader() {}

    /** Writes all but the magic number into zeroed memory. */
    static void write(long base, long totalSize, AlignmentPolicy policy) {
        RawMemory.putInt(
                base + CREATOR_PID_OFFSET, (int) ProcessHandle.current().pid());
        RawMemory.putLong(base + TOTAL_SIZE_OFFSET, totalSize);
        RawMemory.putLong(base + FREE_OFFSET_OFFSET, END);
        RawMemory.putInt(base + POLICY_OFFSET, policy.number());
    }

    /** Makes the segment an arena for others: everything written before is visible to who sees the magic number. */
    static void publish(long base, long index) {
        RawMemory.putLong(base + INDEX_OFFSET, index);
        RawMemory.putIntRelease(base + MAGIC_OFFSET, MAGIC);
    }

    static void retract(long base) {
        RawMemory.putIntRelease(base + MAGIC_OFFSET, 0);
    }

    static int magic(long base) {
        return RawMemory.getIntAcquire(base + MAGIC_OFFSET);
    }

    static long totalSize(long base) {
        return RawMemory.getLong(base + TOTAL_SIZE_OFFSET);
    }

    static long freeOffset(long base) {
        return RawMemory.getLongAcquire(base + FREE_OFFSET_OFFSET);
    }

    /** The caller holds the allocation lock, or the segment is not published yet. */
    static void setFreeOffset(long base, long offset) {
        RawMemory.putLongRelease(base + FREE_OFFSET_OFFSET, offset);
    }

    static int policy(long base) {
        return RawMemory.getInt(base + POLICY_OFFSET);
    }

    static long index(long base) {
        return RawMemory.getLong(base + INDEX_OFFSET);
    }
}
