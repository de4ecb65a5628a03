package dev.palloc.buffer;

import dev.palloc.MemoryCorruptedException;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.SharedArena;
import dev.palloc.shmem.SharedStruct;

/**
 * Which buffer holds a page: the hash table of buf_table.c (PostgreSQL), in {@value #PARTITIONS} partitions with a lock
 * each. The partition of a page is the low bits of its hash, its bucket more of them, so a bucket is of one partition.
 *
 * <p>Differs from PostgreSQL's in where the entries are. There they lie apart, with a tag of their own, because a new
 * entry goes in before the buffer's old one is out. Here the old one is out by then, so a buffer has one entry at most: it
 * is a link in its descriptor, and the tag is the descriptor's. A look-up that hits touches the bucket and the line that
 * the pin needs anyway.
 *
 * <p>Not thread safe: the caller holds the lock of the partition, exclusively to change it. A tag may be read here without
 * the header lock, because it is changed under the same partition's lock while it is in the table. Makes no Java garbage.
 */
final class LookupTable {
    /** NUM_BUFFER_PARTITIONS. */
    static final int PARTITIONS = 128;

    /** End of a chain; no such page. */
    static final int NONE = -1;

    private final Descriptors descriptors;
    private final long buckets;
    private final int mask;

    private LookupTable(Descriptors descriptors, long buckets, int mask) {
        this.descriptors = descriptors;
        this.buckets = buckets;
        this.mask = mask;
    }

    /** Makes an empty table with a bucket for each descriptor or more. */
    static LookupTable create(SharedArena arena, String name, Descriptors descriptors) {
        int count = bucketCount(descriptors.count());
        SharedStruct struct = arena.initStruct(name, bytes(descriptors.count()), Descriptors.LINE_PAIR);
        RawMemory.fill(struct.address(), (long) count * Integer.BYTES, (byte) NONE);
        return new LookupTable(descriptors, struct.address(), count - 1);
    }

    /** Size of the table for so many buffers. */
    static long bytes(int buffers) {
        return (long) bucketCount(buffers) * Integer.BYTES;
    }

    private static int bucketCount(int buffers) {
        return Math.max(PARTITIONS, Integer.highestOneBit(Math.max(1, buffers - 1)) << 1);
    }

    /** Number of the lock that protects the pages of a hash. */
    static int partition(int hash) {
        return hash & (PARTITIONS - 1);
    }

    /** Number of the buffer that holds a page, or NONE. */
    int find(int hash, long first, long second, int block) {
        int index = RawMemory.getInt(bucket(hash));
        while (index != NONE) {
            long header = descriptors.header(index);
            if (BufferTag.matches(header + BufferHeader.TAG_OFFSET, first, second, block)) {
                return index;
            }
            index = RawMemory.getInt(header + BufferHeader.TABLE_NEXT_OFFSET);
        }
        return NONE;
    }

    /** Adds a buffer whose tag has been written; the caller knows that its page is not in the table. */
    void insert(int hash, int index) {
        long bucket = bucket(hash);
        RawMemory.putInt(descriptors.header(index) + BufferHeader.TABLE_NEXT_OFFSET, RawMemory.getInt(bucket));
        RawMemory.putInt(bucket, index);
    }

    /**
     * Takes a buffer out.
     *
     * @throws MemoryCorruptedException if it is not there
     */
    void remove(int hash, int index) {
        long link = bucket(hash);
        int at = RawMemory.getInt(link);
        while (at != index) {
            if (at == NONE) {
                throw new MemoryCorruptedException("buffer " + index + ", which holds "
                        + BufferTag.describe(descriptors.header(index) + BufferHeader.TAG_OFFSET)
                        + ", is not in the lookup table: its descriptor or the table has been overwritten");
            }
            link = descriptors.header(at) + BufferHeader.TABLE_NEXT_OFFSET;
            at = RawMemory.getInt(link);
        }
        long own = descriptors.header(index) + BufferHeader.TABLE_NEXT_OFFSET;
        RawMemory.putInt(link, RawMemory.getInt(own));
        RawMemory.putInt(own, NONE);
    }

    private long bucket(int hash) {
        return buckets + (long) (hash & mask) * Integer.BYTES;
    }
}
