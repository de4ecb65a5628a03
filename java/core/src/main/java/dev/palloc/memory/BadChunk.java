package dev.palloc.memory;

import dev.palloc.InvalidChunkException;

/** The exceptions for pointers that lead nowhere, so that all allocators say it the same way. */
final class BadChunk {
    private BadChunk() {}

    /** For pointers that cannot be chunks by their value alone. */
    static IllegalArgumentException pointer(String operation, long pointer) {
        if (pointer == 0) {
            return new IllegalArgumentException(
                    operation + " called with a null pointer: test for 0 first, as PostgreSQL's callers do");
        }
        return new IllegalArgumentException(operation + " called with pointer " + hex(pointer)
                + ": chunks start at positive multiples of 8; pass what palloc returned");
    }

    /** For words whose id names no allocator. */
    static InvalidChunkException id(String operation, long pointer, long word) {
        int id = ChunkHeader.methodId(word);
        return new InvalidChunkException(operation + " called with invalid pointer " + hex(pointer) + " (header "
                + word(word) + "): method id " + id + " is "
                + MethodId.of(id).trap()
                + ", not a chunk that can be freed; the pointer is foreign or its header was overwritten");
    }

    /** For words that name an allocator and yet are not whole. */
    static InvalidChunkException header(String operation, long pointer, long word, String finding) {
        return new InvalidChunkException(operation + " called with invalid pointer " + hex(pointer) + " (header "
                + word(word) + "): " + finding);
    }

    /** All digits: the nibbles mean something. */
    static String word(long word) {
        return String.format("0x%016x", word);
    }

    static String hex(long pointer) {
        return "0x" + Long.toHexString(pointer);
    }
}
