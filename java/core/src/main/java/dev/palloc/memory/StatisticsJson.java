package dev.palloc.memory;

import java.io.IOException;
import java.util.Iterator;

/**
 * A report for programs: an object for each context, its children inside it. Names and identifiers are whole. Where
 * children were left out, {@code more} has the sums over them and all below.
 */
final class StatisticsJson implements StatisticsWalk.Visitor {
    private final Appendable out;
    private boolean afterSibling;

    private StatisticsJson(Appendable out) {
        this.out = out;
    }

    static void write(ContextStatistics top, StatisticsLimits limits, Appendable out) throws IOException {
        StatisticsWalk.run(top, limits, new StatisticsJson(out));
    }

    @Override
    public void enter(ContextStatistics context, int level) throws IOException {
        out.append(afterSibling ? ",{\"name\":" : "{\"name\":");
        JsonText.append(out, context.name());
        out.append(",\"ident\":");
        JsonText.append(out, context.identifier());
        out.append(",\"type\":");
        JsonText.append(out, context.type().label());
        number("level", context.level());
        out.append(",\"path\":[");
        for (Iterator<Integer> ids = context.path().iterator(); ids.hasNext(); ) {
            out.append(ids.next().toString()).append(ids.hasNext() ? "," : "]");
        }
        space(context.counters(), context.allocated());
        out.append(",\"children\":[");
        afterSibling = false;
    }

    @Override
    public void leave(ContextStatistics context, int level, ContextTotals leftOut) throws IOException {
        out.append(']');
        if (leftOut != null) {
            out.append(",\"more\":{\"contexts\":" + leftOut.contexts());
            space(leftOut.counters(), leftOut.allocated());
            out.append('}');
        }
        out.append('}');
        afterSibling = true;
    }

    private void space(ContextCounters counters, long allocated) throws IOException {
        number("totalBytes", counters.totalSpace());
        number("totalBlocks", counters.blocks());
        number("freeBytes", counters.freeSpace());
        number("freeChunks", counters.freeChunks());
        number("usedBytes", counters.usedSpace());
        number("allocatedBytes", allocated);
    }

    private void number(String field, long value) throws IOException {
        out.append(",\"").append(field).append("\":").append(Long.toString(value));
    }
}
