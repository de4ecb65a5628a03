package dev.palloc.bench.trace;

/** A trace cannot be used. The message names the trace, the place in it and what is wrong there. */
public final class TraceFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An error about a trace as a whole.
     *
     * @param trace its name
     * @param problem what is wrong with it
     */
    public TraceFormatException(String trace, String problem) {
        super(trace + ": " + problem);
    }

    /**
     * An error in one record.
     *
     * @param trace name of the trace
     * @param record number of the record, from 1
     * @param offset where the record starts, in bytes of the uncompressed stream
     * @param problem what is wrong there
     */
    public TraceFormatException(String trace, long record, long offset, String problem) {
        super(trace + ": record " + record + " at byte " + offset + ": " + problem);
    }
}
