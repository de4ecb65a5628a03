package dev.palloc.shmem;

import dev.palloc.platform.RawMemory;

/**
 * Index of the named structures: a hash table in the segment, PostgreSQL's ShmemIndex (storage/shmem.h). All references
 * are offsets from the segment's start, 0 for none. The index lock protects all of it; every method needs it held
 * unless it says otherwise, or the arena is not published yet.
 *
 * <pre>
 *  index        0  offset of the bucket array         entry   0  name, 48 bytes
 *               8  number of buckets, 2^n                    48  offset of the structure
 *              16  number of named structures                56  bytes asked for
 *              24  first spare entry                         64  bytes taken
 *              32  buckets, 8 bytes each                     72  next entry of the bucket, or next spare
 *                  entries, 80 bytes each                    80
 * </pre>
 *
 * <p>The number of structures expected, which sizes the first piece, is an estimate, no limit: when the entries are
 * used up, the arena gives the index a further piece of anonymous storage, and a bucket array of twice the size when chains
 * have grown to two entries on average. The old array is lost, in sum less than the current one.
 */
final class StructIndex {
    private static final int BUCKETS = 0;
    private static final int BUCKET_COUNT = 8;
    private static final int STRUCTS = 16;
    private static final int SPARE = 24;
    private static final int HEADER_BYTES = 32;

    private static final int LOCATION = StructName.KEY_BYTES;
    private static final int SIZE = LOCATION + 8;
    private static final int ALLOCATED_SIZE = SIZE + 8;
    private static final int NEXT = ALLOCATED_SIZE + 8;
    private static final int ENTRY_BYTES = NEXT + 8;

    /** Entries that a further piece brings. */
    private static final int BATCH = 16;

    private static final long NONE = 0;

    private final long base;
    private final long index;

    /** The index at an offset of the segment at a base address. */
    StructIndex(long base, long offset) {
        this.base = base;
        this.index = base + offset;
    }

    /** Size in bytes of the first piece. */
    static long bytesFor(int expectedStructs) {
        return HEADER_BYTES + bucketsFor(expectedStructs) * Long.BYTES + (long) expectedStructs * ENTRY_BYTES;
    }

    private static long bucketsFor(int expectedStructs) {
        return Long.highestOneBit(2L * expectedStructs - 1);
    }

    /** Makes an empty index in the first piece. */
    void format(int expectedStructs) {
        long buckets = bucketsFor(expectedStructs);
        long offset = index - base;
        RawMemory.fill(index, bytesFor(expectedStructs), (byte) 0);
        RawMemory.putLong(index + BUCKETS, offset + HEADER_BYTES);
        RawMemory.putLong(index + BUCKET_COUNT, buckets);
        addSpares(offset + HEADER_BYTES + buckets * Long.BYTES, expectedStructs);
    }

    /** Whether the first piece lies within the handed out part of the segment; for attaching to unknown memory. */
    static boolean plausible(long base, long offset, long freeOffset) {
        if (offset < SegmentHeader.END || offset > freeOffset - HEADER_BYTES) {
            return false;
        }
        long buckets = RawMemory.getLong(base + offset + BUCKETS);
        long count = RawMemory.getLong(base + offset + BUCKET_COUNT);
        return Long.bitCount(count) == 1
                && count > 0
                && count <= freeOffset / Long.BYTES
                && buckets >= SegmentHeader.END
                && buckets <= freeOffset - count * Long.BYTES;
    }

    /** Offset of the entry with this name, 0 if there is none. */
    long find(StructName name) {
        long entry = RawMemory.getLong(bucketOf(name.hash()));
        while (entry != NONE && !name.isAt(base + entry)) {
            entry = RawMemory.getLong(base + entry + NEXT);
        }
        return entry;
    }

    long location(long entry) {
        return RawMemory.getLong(base + entry + LOCATION);
    }

    long size(long entry) {
        return RawMemory.getLong(base + entry + SIZE);
    }

    long allocatedSize(long entry) {
        return RawMemory.getLong(base + entry + ALLOCATED_SIZE);
    }

    /** Bytes that {@link #grow} needs before {@link #add} can succeed; 0 if it can now. */
    long growthBytes() {
        if (RawMemory.getLong(index + SPARE) != NONE) {
            return 0;
        }
        return BATCH * ENTRY_BYTES + (chainsAreLong() ? 2 * bucketCount() * Long.BYTES : 0);
    }

    /** Adds a piece of {@link #growthBytes()} bytes. */
    void grow(long piece) {
        long entries = piece;
        if (chainsAreLong()) {
            long doubled = 2 * bucketCount();
            rehash(piece, doubled);
            entries = piece + doubled * Long.BYTES;
        }
        addSpares(entries, BATCH);
    }

    /** Enters a name that is not there; {@link #growthBytes()} is 0. */
    void add(StructName name, long location, long size, long allocatedSize) {
        long entry = RawMemory.getLong(index + SPARE);
        long address = base + entry;
        RawMemory.putLong(index + SPARE, RawMemory.getLong(address + NEXT));
        name.store(address);
        RawMemory.putLong(address + LOCATION, location);
        RawMemory.putLong(address + SIZE, size);
        RawMemory.putLong(address + ALLOCATED_SIZE, allocatedSize);
        link(entry, name.hash());
        RawMemory.putLong(index + STRUCTS, RawMemory.getLong(index + STRUCTS) + 1);
    }

    /** Offsets of all entries, in no order. */
    long[] entries() {
        long[] all = new long[Math.toIntExact(RawMemory.getLong(index + STRUCTS))];
        int found = 0;
        long buckets = base + RawMemory.getLong(index + BUCKETS);
        long end = buckets + bucketCount() * Long.BYTES;
        for (long bucket = buckets; bucket < end; bucket += Long.BYTES) {
            long entry = RawMemory.getLong(bucket);
            while (entry != NONE) {
                all[found++] = entry;
                entry = RawMemory.getLong(base + entry + NEXT);
            }
        }
        return all;
    }

    /** What an entry says. Needs no lock: an entry that was seen under the lock never changes but for its link. */
    Allocation allocation(long entry) {
        return Allocation.named(StructName.load(base + entry), location(entry), size(entry), allocatedSize(entry));
    }

    private boolean chainsAreLong() {
        return RawMemory.getLong(index + STRUCTS) >= 2 * bucketCount();
    }

    private long bucketCount() {
        return RawMemory.getLong(index + BUCKET_COUNT);
    }

    private long bucketOf(long hash) {
        return base + RawMemory.getLong(index + BUCKETS) + (hash & (bucketCount() - 1)) * Long.BYTES;
    }

    private void link(long entry, long hash) {
        long bucket = bucketOf(hash);
        RawMemory.putLong(base + entry + NEXT, RawMemory.getLong(bucket));
        RawMemory.putLong(bucket, entry);
    }

    private void rehash(long newBuckets, long newCount) {
        long old = base + RawMemory.getLong(index + BUCKETS);
        long oldEnd = old + bucketCount() * Long.BYTES;
        RawMemory.fill(base + newBuckets, newCount * Long.BYTES, (byte) 0);
        RawMemory.putLong(index + BUCKETS, newBuckets);
        RawMemory.putLong(index + BUCKET_COUNT, newCount);
        for (long bucket = old; bucket < oldEnd; bucket += Long.BYTES) {
            long entry = RawMemory.getLong(bucket);
            while (entry != NONE) {
                long next = RawMemory.getLong(base + entry + NEXT);
                link(entry, StructName.hashAt(base + entry));
                entry = next;
            }
        }
    }

    private void addSpares(long entries, int count) {
        for (long i = count - 1; i >= 0; i--) {
            long entry = entries + i * ENTRY_BYTES;
            RawMemory.putLong(base + entry + NEXT, RawMemory.getLong(index + SPARE));
            RawMemory.putLong(index + SPARE, entry);
        }
    }
}
