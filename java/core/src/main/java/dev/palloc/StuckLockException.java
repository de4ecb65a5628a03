package dev.palloc;

/**
 * A lock that is held for a handful of instructions has not become free for minutes: its holder died or sleeps inside, or
 * the waiter holds it already. What the lock protects may be half written.
 */
public class StuckLockException extends PallocException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which lock, where it is waited for, who holds it and for how long it was waited
     */
    public StuckLockException(String message) {
        super(message);
    }
}
