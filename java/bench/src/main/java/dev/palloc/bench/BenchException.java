package dev.palloc.bench;

/** A measurement cannot go on for a reason that its user can do something about. The message is all there is to say. */
public final class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A measurement that stops.
     *
     * @param message what is wrong and what to do
     * @param cause what led to it, or null
     */
    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }
}
