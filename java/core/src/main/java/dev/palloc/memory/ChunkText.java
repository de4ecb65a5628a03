package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/** Names chunks in messages, by what their owners know of them: the pointer they got and the size they asked for. */
final class ChunkText {
    private ChunkText() {}

    /** A chunk whose header fits its place, with its sites if they are known. */
    static String of(MemoryManager manager, long chunk, long capacity) {
        return Checking.ENABLED
                ? checked(chunk, capacity) + manager.sites().within(userPointer(chunk, capacity), capacity)
                : "chunk " + BadChunk.hex(chunk + ChunkHeader.SIZE) + " with room for " + capacity + " bytes";
    }

    private static String checked(long chunk, long capacity) {
        String name = "chunk " + BadChunk.hex(userPointer(chunk, capacity));
        if (CheckedChunk.isFree(chunk)) {
            return "free " + name + " of " + capacity + " bytes";
        }
        if (!isPlausible(CheckedChunk.requested(chunk), capacity)) {
            return name + " with room for " + (capacity - Checking.SENTINEL) + " bytes";
        }
        long redirect = redirect(chunk, capacity);
        return name + " of " + userSize(chunk, capacity) + " bytes"
                + (redirect == 0 ? "" : " aligned to " + ChunkHeader.value(getLong(redirect)));
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
