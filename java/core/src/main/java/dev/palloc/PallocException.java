package dev.palloc;

/** Base of the failures that memory is to blame for, not the caller's arguments or timing. */
public class PallocException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what failed, on which context or structure, with its values and what to change
     */
    public PallocException(String message) {
        super(message);
    }

    /**
     * Creates the exception.
     *
     * @param message what failed, on which context or structure, with its values and what to change
     * @param cause what the layer below reported
     */
    public PallocException(String message, Throwable cause) {
        super(message, cause);
    }
}
