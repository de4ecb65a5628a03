package dev.palloc;

/** The system, an arena or a limit has no room for a request. Everything allocated before it stays valid. */
public class MemoryExhaustedException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the request in bytes, the context or structure it was for, and what to change
     */
    public MemoryExhaustedException(String message) {
        super(message);
    }
}
