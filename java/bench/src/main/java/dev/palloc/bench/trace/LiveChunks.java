package dev.palloc.bench.trace;

import java.util.Arrays;

/** The chunks handed out while a trace is read. */
final class LiveChunks {
    private static final int FREED = -1;

    private final LiveContexts contexts;
    private int[] contextOf = new int[1024];
    private int[] epochOf = new int[1024];
    private int count;

    LiveChunks(LiveContexts contexts) {
        this.contexts = contexts;
    }

    int count() {
        return count;
    }

    void add(int context) {
        if (count == contextOf.length) {
            contextOf = Arrays.copyOf(contextOf, count * 2);
            epochOf = Arrays.copyOf(epochOf, count * 2);
        }
        contextOf[count] = context;
        epochOf[count] = contexts.epoch(context);
        count++;
    }

    /** Of a chunk that was handed out: what ended its life, or null if it lives. */
    String death(int chunk) {
        if (contextOf[chunk] == FREED) {
            return "was freed or reallocated before";
        }
        if (epochOf[chunk] != contexts.epoch(contextOf[chunk])) {
            return "died with a reset or delete of its context";
        }
        return null;
    }

    int context(int chunk) {
        return contextOf[chunk];
    }

    void free(int chunk) {
        contextOf[chunk] = FREED;
    }
}
