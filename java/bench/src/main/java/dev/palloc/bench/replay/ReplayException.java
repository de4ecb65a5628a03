package dev.palloc.bench.replay;

/** A trace that is valid could not be replayed, for want of memory as a rule. */
public final class ReplayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A failed replay.
     *
     * @param trace its name
     * @param record number of the record, from 1
     * @param cause what the library said
     */
    public ReplayException(String trace, long record, Throwable cause) {
        super(trace + ": record " + record + " could not be replayed: " + cause.getMessage(), cause);
    }
}
