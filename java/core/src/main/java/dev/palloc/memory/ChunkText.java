package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/** Names chunks in messages, by what their owners know of them: the pointer they got and the size they asked for. */
final class ChunkText {
    private ChunkText() {}

    /** A chunk whose header fits its place. */
    static String of(long chunk, long capacity) {
        if (!Checking.ENABLED) {
            return "chunk " + BadChunk.hex(chunk + ChunkHeader.SIZE) + " with room for " + capacity + " bytes";
        }
        if (CheckedChunk.isFree(chunk)) {
            return "free chunk " + BadChunk.hex(chunk + ChunkHeader.SIZE) + " of " + capacity + " bytes";
        }
        long redirect = redirect(chunk, capacity);
        if (redirect != 0) {
            return "chunk " + BadChunk.hex(redirect + ChunkHeader.SIZE) + " of " + userSize(chunk, capacity)
                    + " bytes, aligned to " + ChunkHeader.value(getLong(redirect)) + ",";
        }
        long requested = CheckedChunk.requested(chunk);
        return "chunk " + BadChunk.hex(chunk + ChunkHeader.SIZE)
                + (isPlausible(requested, capacity)
                        ? " of " + requested + " bytes"
                        : " with room for " + (capacity - Checking.SENTINEL) + " bytes");
    }

    /** Its sites as the end of a sentence, "" if they are not known. */
    static String sites(MemoryManager manager, long chunk, long capacity) {
        return CheckedChunk.isFree(chunk)
                ? manager.sites().within(chunk + ChunkHeader.SIZE, capacity)
                : manager.sites().of(userPointer(chunk, capacity));
    }

    /** What palloc or pallocAligned returned for a chunk. Checking mode only. */
    static long userPointer(long chunk, long capacity) {
        long redirect = redirect(chunk, capacity);
        return (redirect == 0 ? chunk : redirect) + ChunkHeader.SIZE;
    }

    /** Bytes that palloc or pallocAligned was asked for; 0 if that was written over. Checking mode only. */
    static long userSize(long chunk, long capacity) {
        long requested = CheckedChunk.requested(chunk);
        if (!isPlausible(requested, capacity)) {
            return 0;
        }
        long redirect = redirect(chunk, capacity);
        return redirect == 0 ? requested : AlignedRedirect.sizeWithin(redirect, requested);
    }

    private static long redirect(long chunk, long capacity) {
        return CheckedChunk.isCarrier(chunk) && isPlausible(CheckedChunk.requested(chunk), capacity)
                ? AlignedRedirect.within(chunk + ChunkHeader.SIZE, CheckedChunk.requested(chunk))
                : 0;
    }

    private static boolean isPlausible(long requested, long capacity) {
        return requested >= 0 && requested < capacity;
    }

    /** What a header word says, for people. */
    static String header(long word) {
        String id = BadChunk.word(word) + " (" + MethodId.of(ChunkHeader.methodId(word));
        if (ChunkHeader.isExternal(word)) {
            return id + (ChunkHeader.hasMagic(word) ? ", a block of its own)" : ", external, magic damaged)");
        }
        return id + ", block offset " + ChunkHeader.blockOffset(word) + ", value " + ChunkHeader.value(word) + ")";
    }
}
