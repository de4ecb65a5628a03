package dev.palloc.memory;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;

/** What tests of several allocators share. */
final class TestManager {
    private TestManager() {}

    /** On the platform that the build or the matrix cell chose. */
    static MemoryManager create() {
        return new MemoryManager(Platform.get());
    }

    static long word(long pointer) {
        return RawMemory.getLong(pointer - ChunkHeader.SIZE);
    }

    static String hexWord(long pointer) {
        return String.format("%016x", word(pointer));
    }

    /** Writes a pattern that {@link #holdsPattern} recognises. */
    static void writePattern(long pointer, long size, int seed) {
        for (long i = 0; i < size; i++) {
            RawMemory.putByte(pointer + i, (byte) (seed + i * 31));
        }
    }

    static boolean holdsPattern(long pointer, long size, int seed) {
        for (long i = 0; i < size; i++) {
            if (RawMemory.getByte(pointer + i) != (byte) (seed + i * 31)) {
                return false;
            }
        }
        return true;
    }
}
