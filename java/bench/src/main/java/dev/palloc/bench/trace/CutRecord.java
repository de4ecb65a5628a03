package dev.palloc.bench.trace;

/** The input ended within a record. */
final class CutRecord extends Exception {
    private static final long serialVersionUID = 1L;

    CutRecord() {
        super("the input ended within a record");
    }
}
