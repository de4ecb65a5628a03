package dev.palloc;

/**
 * Memory was written by somebody who did not own it: past the end of a chunk, before its start, or after it was freed.
 * The write is in the past; what is found is its trace.
 */
public class MemoryCorruptedException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the context, the address, the sizes, and what was found there in place of what
     */
    public MemoryCorruptedException(String message) {
        super(message);
    }
}
