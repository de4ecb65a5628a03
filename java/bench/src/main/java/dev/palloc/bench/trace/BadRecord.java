package dev.palloc.bench.trace;

/** What is wrong with the record being read; whoever knows its place adds that. */
final class BadRecord extends Exception {
    private static final long serialVersionUID = 1L;

    BadRecord(String problem) {
        super(problem);
    }
}
