package dev.palloc;

/** A request would take a context's subtree over its byte limit. The process may well have memory; the limit has not. */
public class LimitExceededException extends MemoryExhaustedException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message the request in bytes, the context, the limit and how much of it is in use
     */
    public LimitExceededException(String message) {
        super(message);
    }
}
