package dev.palloc.lwlock.interleaving;

/** The protocol did what it must not; the message ends with the steps that led there. */
public final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String message) {
        super(message);
    }
}
