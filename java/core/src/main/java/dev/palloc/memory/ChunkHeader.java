package dev.palloc.memory;

/**
 * The 8-byte word before every chunk: who owns it, and one number for the owner.
 *
 * <pre>
 *   bit  63                            34 33                             5  4  3    0
 *       +--------------------------------+--------------------------------+--+------+
 *       |      block offset (30)         |                                |  |      |
 *       +--------------------------------*          value (30)            |ex|  id  |
 *                                       +---------------------------------+--+------+
 *                                        34
 * </pre>
 *
 * <ul>
 *   <li>id, bits 0..3: the {@link MethodId} of the allocator
 *   <li>external, bit 4: the chunk has a block of its own; the other fields are then {@link #MAGIC}
 *   <li>value, bits 5..34: AllocSet its freelist index, Generation the chunk's size, Slab the aligned size, an aligned
 *       redirect the alignment
 *   <li>block offset, bits 34..63: bytes from the start of the block to this word; for a redirect, from the pointer of
 *       the chunk that carries it
 * </ul>
 *
 * <p>That is 65 bits. Bit 34 belongs to both fields: offsets are multiples of 8, so their lowest bit is always 0 and
 * reading masks it away. Source: memutils_memorychunk.h of PostgreSQL 18. All methods are pure functions.
 */
public final class ChunkHeader {
    /** Size of the word, in bytes. */
    public static final int SIZE = 8;

    /** Bytes before a chunk's user data: the word, and in checking mode the requested size before it. */
    static final int SPACE = SIZE + Checking.PREFIX;

    /** Largest value. */
    public static final long MAX_VALUE = 0x3FFFFFFFL;

    /** Largest block offset, in bytes; being a multiple of 8, an offset ends at this minus 7. */
    public static final long MAX_BLOCK_OFFSET = 0x3FFFFFFFL;

    /** What fills the upper bits of an external chunk's word. */
    public static final long MAGIC = 0xB1A8DB858EB6EFA0L;

    private static final int EXTERNAL_BIT = 0x10;
    private static final int VALUE_SHIFT = 5;
    private static final int OFFSET_SHIFT = 34;
    private static final long OFFSET_MASK = 0x3FFFFFFEL;
    private static final int ID_MASK = 0xF;

    private ChunkHeader() {}

    /**
     * Packs the word of a chunk within a block.
     *
     * @param blockOffset bytes from the start of the block, a multiple of 8, 0 to {@link #MAX_BLOCK_OFFSET}
     * @param value 0 to {@link #MAX_VALUE}
     * @param methodId 0 to 15
     * @return the word
     * @throws IllegalArgumentException if one of the three is out of range
     */
    public static long encode(long blockOffset, long value, int methodId) {
        if ((blockOffset & ~(MAX_BLOCK_OFFSET - 7)) != 0) {
            throw new IllegalArgumentException(
                    "block offset " + blockOffset + " is not a multiple of 8 from 0 to " + (MAX_BLOCK_OFFSET - 7));
        }
        if ((value & ~MAX_VALUE) != 0) {
            throw new IllegalArgumentException("chunk value " + value + " is not from 0 to " + MAX_VALUE);
        }
        checkId(methodId);
        return pack(blockOffset, value, methodId);
    }

    /**
     * Packs the word of a chunk with a block of its own.
     *
     * @param methodId 0 to 15
     * @return the word
     * @throws IllegalArgumentException if the id is out of range
     */
    public static long encodeExternal(int methodId) {
        checkId(methodId);
        return packExternal(methodId);
    }

    /**
     * The allocator's id.
     *
     * @param word a header
     * @return 0 to 15, see {@link MethodId}
     */
    public static int methodId(long word) {
        return (int) word & ID_MASK;
    }

    /**
     * Whether the chunk has a block of its own. Ask before {@link #value} or {@link #blockOffset}.
     *
     * @param word a header
     * @return whether the external bit is set
     */
    public static boolean isExternal(long word) {
        return (word & EXTERNAL_BIT) != 0;
    }

    /**
     * Whether an external word is whole.
     *
     * @param word a header with the external bit set
     * @return whether its upper bits are {@link #MAGIC}
     */
    public static boolean hasMagic(long word) {
        return (word & ~(long) (EXTERNAL_BIT | ID_MASK)) == MAGIC;
    }

    /**
     * The allocator's number.
     *
     * @param word a header that is not external
     * @return 0 to {@link #MAX_VALUE}
     */
    public static long value(long word) {
        return word >>> VALUE_SHIFT & MAX_VALUE;
    }

    /**
     * The distance from the start of the block.
     *
     * @param word a header that is not external
     * @return bytes, a multiple of 2 by construction of the mask and of 8 in every whole header
     */
    public static long blockOffset(long word) {
        return word >>> OFFSET_SHIFT & OFFSET_MASK;
    }

    /** {@link #encode} for callers that know their numbers: the allocators' carving paths. */
    static long pack(long blockOffset, long value, int methodId) {
        return blockOffset << OFFSET_SHIFT | value << VALUE_SHIFT | methodId;
    }

    static long packExternal(int methodId) {
        return MAGIC | EXTERNAL_BIT | methodId;
    }

    private static void checkId(int methodId) {
        if ((methodId & ~ID_MASK) != 0) {
            throw new IllegalArgumentException("method id " + methodId + " does not fit 4 bits");
        }
    }
}
