package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.fill;
import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;
import static dev.palloc.platform.RawMemory.putLong;

import dev.palloc.MemoryCorruptedException;

/**
 * What checking mode writes around and into chunks (memdebug.c of PostgreSQL 18). A chunk is named by the address of its
 * header word: the requested size lies 8 bytes before, the user data 8 bytes after.
 */
final class CheckedChunk {
    /** In the place of the requested size of a free chunk. */
    static final long FREE = -1;

    static final byte SENTINEL = 0x7E;
    static final byte WIPED = 0x7F;

    /** Bytes of a free chunk's user data that hold the link to the next free one. */
    static final int LINK = Long.BYTES;

    private static final long WIPED_WORD = 0x7F7F7F7F7F7F7F7FL;

    /** In the requested size of a chunk that has an aligned one within: only so can a lost redirect be missed. */
    private static final long CARRIER = 1L << 62;

    private CheckedChunk() {}

    static void born(long chunk, long size) {
        putLong(chunk - Checking.PREFIX, size);
        putByte(chunk + ChunkHeader.SIZE + size, SENTINEL);
    }

    /** A live chunk gets an aligned one within. */
    static void carries(long chunk) {
        putLong(chunk - Checking.PREFIX, requested(chunk) | CARRIER);
    }

    static void died(long chunk, long capacity) {
        putLong(chunk - Checking.PREFIX, FREE);
        fill(chunk + ChunkHeader.SIZE, capacity, WIPED);
    }

    /** A chunk that stays where it is; what it no longer has is wiped, so that stale readers show. */
    static void resized(long chunk, long size, long capacity) {
        putLong(chunk - Checking.PREFIX, size);
        long end = chunk + ChunkHeader.SIZE + size;
        putByte(end, SENTINEL);
        wipe(end + 1, chunk + ChunkHeader.SIZE + capacity);
    }

    static void wipe(long from, long to) {
        if (to > from) {
            fill(from, to - from, WIPED);
        }
    }

    /** Whether a chunk could begin at an address: nothing is read before it is known to lie in a block. */
    static boolean isReadable(MemoryManager manager, long chunk) {
        ContextBlocks blocks = manager.contextBlocks();
        long start = blocks.startOf(chunk);
        return (chunk & 7) == 0 && start != 0 && blocks.startOf(chunk - Checking.PREFIX) == start;
    }

    static long requested(long chunk) {
        long found = getLong(chunk - Checking.PREFIX);
        return found < 0 ? found : found & ~CARRIER;
    }

    static boolean isFree(long chunk) {
        return getLong(chunk - Checking.PREFIX) == FREE;
    }

    static boolean isCarrier(long chunk) {
        long found = getLong(chunk - Checking.PREFIX);
        return found >= 0 && (found & CARRIER) != 0;
    }

    /** Only for a live chunk whose requested size is within its capacity. */
    static boolean hasSentinel(long chunk) {
        return getByte(chunk + ChunkHeader.SIZE + requested(chunk)) == SENTINEL;
    }

    /** Distance from the start of the user data to the first byte that is not wiped; -1 if all are. Multiples of 8. */
    static long firstWritten(long chunk, long from, long capacity) {
        long data = chunk + ChunkHeader.SIZE;
        for (long offset = from; offset < capacity; offset += Long.BYTES) {
            long difference = getLong(data + offset) ^ WIPED_WORD;
            if (difference != 0) {
                return offset + (Long.numberOfTrailingZeros(difference) >> 3);
            }
        }
        return -1;
    }

    /** Before a chunk of a freelist is handed out again: nobody may have touched it since it was freed. */
    static void requireFree(MemoryManager manager, long context, long chunk, long capacity) {
        String fault = ChunkFault.ofListed(manager, chunk, capacity);
        if (fault != null) {
            throw new MemoryCorruptedException("context " + manager.describe(context) + ": free chunk "
                    + BadChunk.hex(chunk + ChunkHeader.SIZE) + " of " + capacity + " bytes"
                    + manager.sites().within(chunk + ChunkHeader.SIZE, capacity) + " " + fault
                    + manager.sites().hint());
        }
    }
}
