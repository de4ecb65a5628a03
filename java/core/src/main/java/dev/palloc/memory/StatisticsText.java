package dev.palloc.memory;

import java.io.IOException;

/**
 * The report PostgreSQL prints to stderr (MemoryContextStats of mcxt.c): a line for each context, indented by level.
 *
 * <pre>
 *   TopMemoryContext: 8192 total in 1 blocks; 7952 free (0 chunks); 240 used
 *     query: 1024 total in 1 blocks; 784 free (0 chunks); 240 used: SELECT 1
 *     2 more child contexts containing 2048 total in 2 blocks; 1568 free (0 chunks); 480 used
 *   Grand total: 11264 bytes in 4 blocks; 10304 free (0 chunks); 960 used
 * </pre>
 *
 * <p>Control characters become spaces in names too. PostgreSQL's names are constants of its sources and have none; here
 * anybody may choose one, and a context must not be able to forge the line of another.
 */
final class StatisticsText implements StatisticsWalk.Visitor {
    private static final int MAX_IDENTIFIER_BYTES = 100;
    private static final String INDENT = "  ";

    /** Hash tables are told apart by their identifier; that they are hash tables says little. */
    private static final String HASH_TABLE = "dynahash";

    private final Appendable out;

    private StatisticsText(Appendable out) {
        this.out = out;
    }

    static void write(ContextStatistics top, StatisticsLimits limits, Appendable out) throws IOException {
        StatisticsWalk.run(top, limits, new StatisticsText(out));
        ContextCounters all = top.total();
        out.append("Grand total: " + all.totalSpace() + " bytes in " + blocksFreeUsed(all) + "\n");
    }

    @Override
    public void enter(ContextStatistics context, int level) throws IOException {
        out.append(INDENT.repeat(level - 1)).append(line(context)).append('\n');
    }

    @Override
    public void leave(ContextStatistics context, int level, ContextTotals leftOut) throws IOException {
        if (leftOut != null) {
            out.append(INDENT.repeat(level))
                    .append(leftOut.contexts() + " more child contexts containing " + space(leftOut.counters()) + "\n");
        }
    }

    /** What is known of one context, without indentation and line end. */
    static String line(ContextStatistics context) {
        String identifier = context.identifier();
        if (identifier == null) {
            return printable(context.name()) + ": " + figures(context);
        }
        if (context.name().equals(HASH_TABLE)) {
            return printable(identifier) + ": " + figures(context);
        }
        return printable(context.name()) + ": " + figures(context) + ": " + printable(clip(identifier));
    }

    private static String figures(ContextStatistics context) {
        ContextCounters counters = context.counters();
        String blocks = counters.totalSpace() + " total in " + counters.blocks() + " blocks";
        return switch (context.type()) {
            case ALLOC_SET -> space(counters);
            case GENERATION -> blocks + " (" + context.chunks() + " chunks); " + freeUsed(counters);
            case SLAB -> blocks + "; " + context.emptyBlocks() + " empty blocks; " + freeUsed(counters);
            case BUMP -> blocks + "; " + counters.freeSpace() + " free; " + counters.usedSpace() + " used";
        };
    }

    private static String space(ContextCounters counters) {
        return counters.totalSpace() + " total in " + blocksFreeUsed(counters);
    }

    private static String blocksFreeUsed(ContextCounters counters) {
        return counters.blocks() + " blocks; " + freeUsed(counters);
    }

    private static String freeUsed(ContextCounters counters) {
        return counters.freeSpace() + " free (" + counters.freeChunks() + " chunks); " + counters.usedSpace() + " used";
    }

    /** At most 100 bytes of UTF-8, of whole characters; whoever is longer gets dots. A query may have megabytes. */
    private static String clip(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            bytes += utf8Length(text.codePointAt(i));
            if (bytes > MAX_IDENTIFIER_BYTES) {
                return text.substring(0, i) + "...";
            }
        }
        return text;
    }

    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        return codePoint < 0x800 ? 2 : Character.charCount(codePoint) + 2;
    }

    private static String printable(String text) {
        StringBuilder line = null;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ') {
                line = line == null ? new StringBuilder(text) : line;
                line.setCharAt(i, ' ');
            }
        }
        return line == null ? text : line.toString();
    }
}
