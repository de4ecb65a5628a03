package dev.palloc.memory;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Queue;

/** Sums over branches of a snapshot. */
record ContextTotals(int contexts, ContextCounters counters, long allocated) {

    /** The sums over some contexts and all below them. */
    static ContextTotals of(Collection<ContextStatistics> tops) {
        int contexts = 0;
        long blocks = 0;
        long freeChunks = 0;
        long total = 0;
        long free = 0;
        long allocated = 0;
        Queue<ContextStatistics> rest = new ArrayDeque<>(tops);
        while (!rest.isEmpty()) {
            ContextStatistics context = rest.remove();
            contexts++;
            blocks += context.counters().blocks();
            freeChunks += context.counters().freeChunks();
            total += context.counters().totalSpace();
            free += context.counters().freeSpace();
            allocated += context.allocated();
            rest.addAll(context.children());
        }
        return new ContextTotals(contexts, new ContextCounters(blocks, freeChunks, total, free), allocated);
    }
}
