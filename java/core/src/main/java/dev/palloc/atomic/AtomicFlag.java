package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/**
 * A flag that one of many sets: pg_atomic_flag, in 4 bytes; 0 is clear. A building block for locks. Thread safe; the
 * memory must be live.
 */
public final class AtomicFlag {
    private static final int SIZE = Integer.BYTES;

    private AtomicFlag() {}

    /**
     * Clears a flag before it is shared. No ordering.
     *
     * @param address a multiple of 4
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void init(long address) {
        Words.write32(Words.checkRaw(address, SIZE), address, 0);
    }

    /**
     * As {@link #init(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     * @throws IndexOutOfBoundsException if the word is not within the segment
     */
    public static void init(MemorySegment segment, long offset) {
        Words.write32(Words.check(segment, offset, SIZE), offset, 0);
    }

    /**
     * Sets a flag. Acquire ordering: what the last {@link #clear(long)} came after is visible to who set it next.
     *
     * @param address a multiple of 4
     * @return whether it was clear, that is, whether the caller is the one who set it
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static boolean testSet(long address) {
        return Atomic32.exchange(address, 1) == 0;
    }

    /**
     * As {@link #testSet(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @return whether it was clear
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     * @throws IndexOutOfBoundsException if the word is not within the segment
     */
    public static boolean testSet(MemorySegment segment, long offset) {
        return Atomic32.exchange(segment, offset, 1) == 0;
    }

    /**
     * Looks at a flag. No ordering.
     *
     * @param address a multiple of 4
     * @return whether it was clear
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static boolean unlockedTest(long address) {
        return Atomic32.read(address) == 0;
    }

    /**
     * As {@link #unlockedTest(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @return whether it was clear
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     * @throws IndexOutOfBoundsException if the word is not within the segment
     */
    public static boolean unlockedTest(MemorySegment segment, long offset) {
        return Atomic32.read(segment, offset) == 0;
    }

    /**
     * Clears a flag. Release ordering: everything before is visible to who sets the flag next.
     *
     * @param address a multiple of 4
     * @throws IllegalArgumentException if the address is not aligned
     */
    public static void clear(long address) {
        Words.release32(Words.checkRaw(address, SIZE), address, 0);
    }

    /**
     * As {@link #clear(long)}.
     *
     * @param segment off-heap memory
     * @param offset bytes from its start, the address a multiple of 4
     * @throws IllegalArgumentException if the word is not aligned, or on the Java heap
     * @throws IndexOutOfBoundsException if the word is not within the segment
     */
    public static void clear(MemorySegment segment, long offset) {
        Words.release32(Words.check(segment, offset, SIZE), offset, 0);
    }
}
