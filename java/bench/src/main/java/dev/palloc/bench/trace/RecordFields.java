package dev.palloc.bench.trace;

import java.io.IOException;

/** Reads the fields of records and checks what can be said of each alone. */
final class RecordFields {
    private final LiveContexts contexts;
    private final TraceInput in;

    RecordFields(LiveContexts contexts, TraceInput in) {
        this.contexts = contexts;
        this.in = in;
    }

    long number(String what) throws IOException, CutRecord, BadRecord {
        long value = in.readVarint();
        if (value == TraceInput.END) {
            throw new CutRecord();
        }
        if (value == TraceInput.TOO_LONG) {
            throw new BadRecord(
                    what + " is a number of more than 63 bits, it goes on beyond byte " + (in.position() - 1));
        }
        return value;
    }

    String text(int length) throws IOException, CutRecord {
        String text = in.readText(length);
        if (text == null) {
            throw new CutRecord();
        }
        return text;
    }

    /** Index of a living context. */
    int context(String what) throws IOException, CutRecord, BadRecord {
        return living(what, number("context id"));
    }

    /** Index of a living context, or {@link ContextSpec#ROOT}. */
    int parent() throws IOException, CutRecord, BadRecord {
        long id = number("parent id");
        return id == 0 ? ContextSpec.ROOT : living("parent", id);
    }

    private int living(String what, long id) throws BadRecord {
        int index = contexts.index(id);
        if (index < 0) {
            throw new BadRecord(what + ": id " + id + " is unknown");
        }
        if (!contexts.isAlive(index)) {
            throw new BadRecord(what + ": id " + id + " was deleted before");
        }
        return index;
    }
}
