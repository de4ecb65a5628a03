package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;

/**
 * What is wrong with a chunk in checking mode, as the end of a sentence that begins with the chunk; null if nothing is.
 * Text is made for findings alone, so that a walk over a million whole chunks makes none.
 */
final class ChunkFault {
    private ChunkFault() {}

    /** Of a chunk that is not marked free. */
    static String ofLive(long chunk, long capacity) {
        long requested = CheckedChunk.requested(chunk);
        if (requested < 0 || requested >= capacity) {
            return "was written before its start: its requested size reads " + requested + ", and it has room for "
                    + (capacity - Checking.SENTINEL) + " bytes";
        }
        if (CheckedChunk.isCarrier(chunk)) {
            String fault = ofRedirect(chunk + ChunkHeader.SIZE, requested);
            if (fault != null) {
                return fault;
            }
        }
        return ofSentinel(chunk, requested);
    }

    private static String ofRedirect(long raw, long requested) {
        long redirect = AlignedRedirect.within(raw, requested);
        if (redirect == 0) {
            return "holds an aligned chunk whose header was written over: somebody wrote before the aligned pointer";
        }
        long size = CheckedChunk.requested(redirect);
        long expected = AlignedRedirect.sizeWithin(redirect, requested);
        if (size != expected) {
            return "was written before its start: its requested size reads " + size + " in place of " + expected;
        }
        return ofSentinel(redirect, size);
    }

    private static String ofSentinel(long chunk, long size) {
        return CheckedChunk.hasSentinel(chunk)
                ? null
                : "was written past its end: the byte behind its " + size + " bytes reads "
                        + hex(chunk + ChunkHeader.SIZE + size) + " in place of 0x7e";
    }

    /** Of a chunk that is marked free; from which byte on it must be wiped. */
    static String ofFree(long chunk, long from, long capacity) {
        long written = CheckedChunk.firstWritten(chunk, from, capacity);
        return written < 0
                ? null
                : "was written after it was freed: its byte " + written + " reads "
                        + hex(chunk + ChunkHeader.SIZE + written) + " in place of 0x7f";
    }

    /** Of a chunk that a freelist offers. Nothing of it is trusted. */
    static String ofListed(MemoryManager manager, long chunk, long capacity) {
        if (!CheckedChunk.isReadable(manager, chunk)) {
            return "lies in no block of this memory manager: the list of free chunks was written over";
        }
        if (!CheckedChunk.isFree(chunk)) {
            return "was written before its start after it was freed: it is no longer marked free";
        }
        long link = getLong(chunk + ChunkHeader.SIZE);
        if (link != 0 && !(CheckedChunk.isReadable(manager, link) && CheckedChunk.isFree(link))) {
            return "was written after it was freed: its first 8 bytes read " + BadChunk.hex(link)
                    + " in place of the next free chunk";
        }
        return ofFree(chunk, CheckedChunk.LINK, capacity);
    }

    private static String hex(long address) {
        return String.format("0x%02x", getByte(address));
    }
}
