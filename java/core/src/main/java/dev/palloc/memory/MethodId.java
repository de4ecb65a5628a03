package dev.palloc.memory;

/**
 * The 16 meanings of a chunk header's low 4 bits. The reserved ones are what memory that is not ours tends to look like,
 * so that freeing a foreign pointer traps. Source: memutils_internal.h of PostgreSQL 18.
 */
public enum MethodId {
    /** Memory never written is all zero bits. */
    RESERVED_0("never written memory"),
    /** The word before a chunk of glibc's malloc often ends in 0001. */
    RESERVED_1("a chunk of malloc"),
    /** The word before a chunk that glibc's malloc mapped ends in 0010. */
    RESERVED_2("a mapped chunk of malloc"),
    /** {@link ContextType#ALLOC_SET}. */
    ALLOC_SET(null),
    /** {@link ContextType#GENERATION}. */
    GENERATION(null),
    /** {@link ContextType#SLAB}. */
    SLAB(null),
    /** The word before a pointer from {@link MemoryContext#pallocAligned}. */
    ALIGNED_REDIRECT(null),
    /** {@link ContextType#BUMP}; its chunks have no header, so the id is never seen in a chunk that can be freed. */
    BUMP("a bump context's"),
    /** Not used. */
    UNUSED_8("an unused id"),
    /** Not used. */
    UNUSED_9("an unused id"),
    /** Not used. */
    UNUSED_10("an unused id"),
    /** Not used. */
    UNUSED_11("an unused id"),
    /** Not used. */
    UNUSED_12("an unused id"),
    /** Not used. */
    UNUSED_13("an unused id"),
    /** Not used. */
    UNUSED_14("an unused id"),
    /** Memory wiped with 0x7F. */
    RESERVED_15("wiped memory");

    static final int ALLOC_SET_ID = 3;
    static final int GENERATION_ID = 4;
    static final int SLAB_ID = 5;
    static final int ALIGNED_REDIRECT_ID = 6;
    static final int BUMP_ID = 7;

    private static final MethodId[] BY_ID = values();

    private final String trap;

    MethodId(String trap) {
        this.trap = trap;
    }

    /**
     * The meaning of an id.
     *
     * @param id 0 to 15
     * @return its meaning
     * @throws IllegalArgumentException if the id does not fit 4 bits
     */
    public static MethodId of(int id) {
        if ((id & ~0xF) != 0) {
            throw new IllegalArgumentException("method id " + id + " does not fit 4 bits");
        }
        return BY_ID[id];
    }

    /**
     * Whether chunks with this id can be freed and reallocated. All others trap.
     *
     * @return true for the three allocators with headers and for the redirect
     */
    public boolean isChunk() {
        return trap == null;
    }

    /** What a word with this id looks like, for the message of the trap. */
    String trap() {
        return trap;
    }
}
