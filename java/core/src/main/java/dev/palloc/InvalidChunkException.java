package dev.palloc;

/**
 * The eight bytes before a pointer are not a live chunk's header: the pointer is foreign, or something overwrote them.
 * Nothing was changed.
 */
public class InvalidChunkException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the operation, the pointer and the header word as found
     */
    public InvalidChunkException(String message) {
        super(message);
    }
}
