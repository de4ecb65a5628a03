package dev.palloc.bench.compare;

/** The comparison cannot go on for a reason that its user can do something about. The message is all there is to say. */
final class CompareException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CompareException(String message, Throwable cause) {
        super(message, cause);
    }
}
