package dev.palloc.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Contexts that nobody has deleted, and the chunks in them that nobody has freed. In checking mode a manager that is
 * closed writes it as one warning to the {@link System.Logger} {@code dev.palloc}, unless there is nothing to report:
 *
 * <ul>
 *   <li>{@code -Ddev.palloc.leaks=off}: no warning
 *   <li>{@code count}, the default: contexts, chunks and bytes
 *   <li>{@code sites}: also where the chunks were allocated, for which every allocation walks the stack
 * </ul>
 *
 * @param contexts all of them, those with most bytes first
 */
public record LeakReport(List<LeakedContext> contexts) {
    static final LeakReport NONE = new LeakReport(List.of());

    /** A report that nobody reads to the end is none. */
    private static final int LISTED_CONTEXTS = 20;

    private static final int LISTED_SITES = 5;

    private static final String LOGGER = "dev.palloc";

    /**
     * One context.
     *
     * @param path its name, with those above
     * @param type its type
     * @param chunks live chunks
     * @param bytes what they were asked for, together
     * @param sites where they were allocated, those with most bytes first; empty unless sites are recorded
     */
    public record LeakedContext(String path, ContextType type, long chunks, long bytes, List<Site> sites) {
        /**
         * Takes a copy of the sites.
         */
        public LeakedContext {
            sites = List.copyOf(sites);
        }
    }

    /**
     * Chunks of one context that were allocated at one place.
     *
     * @param frames the calling methods, innermost first
     * @param chunks their number
     * @param bytes what they were asked for, together
     */
    public record Site(String frames, long chunks, long bytes) {
        Site plus(long size) {
            return new Site(frames, chunks + 1, bytes + size);
        }
    }

    /**
     * Takes a copy of the contexts.
     */
    public LeakReport {
        contexts = List.copyOf(contexts);
    }

    static LeakReport of(MemoryManager manager) {
        List<LeakedContext> contexts = new ArrayList<>();
        ContextHandles handles = manager.handles();
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext handle = handles.get(number);
            if (handle != null) {
                contexts.add(new LeakCount(manager).of(handle));
            }
        }
        contexts.sort(Comparator.comparingLong(LeakedContext::bytes)
                .thenComparingLong(LeakedContext::chunks)
                .reversed());
        return new LeakReport(contexts);
    }

    static void log(MemoryManager manager, LeakLevel level) {
        if (level != LeakLevel.OFF) {
            of(manager).log(System.getLogger(LOGGER));
        }
    }

    /** Writes the report, if it is not empty, as one message. */
    void log(System.Logger logger) {
        if (!isEmpty()) {
            logger.log(System.Logger.Level.WARNING, text());
        }
    }

    /**
     * Whether there is nothing to report.
     *
     * @return true if no context is left
     */
    public boolean isEmpty() {
        return contexts.isEmpty();
    }

    /**
     * Live chunks of all contexts.
     *
     * @return their number
     */
    public long chunks() {
        return contexts.stream().mapToLong(LeakedContext::chunks).sum();
    }

    /**
     * What the live chunks were asked for.
     *
     * @return bytes
     */
    public long bytes() {
        return contexts.stream().mapToLong(LeakedContext::bytes).sum();
    }

    /**
     * The report for people: the largest contexts, the largest sites of each, and how many more there are.
     *
     * @return lines of text
     */
    public String text() {
        if (isEmpty()) {
            return "no context is left";
        }
        StringBuilder text = new StringBuilder(number(contexts.size(), "context") + " left in a memory manager, with "
                + amount(chunks(), bytes()) + ":");
        contexts.stream().limit(LISTED_CONTEXTS).forEach(context -> append(text, context));
        if (contexts.size() > LISTED_CONTEXTS) {
            text.append("\n  and ").append(number(contexts.size() - LISTED_CONTEXTS, "smaller context"));
        }
        if (chunks() > 0
                && contexts.stream().allMatch(context -> context.sites().isEmpty())) {
            text.append("\n-D").append(LeakLevel.PROPERTY).append("=sites shows where the chunks were allocated");
        }
        return text.toString();
    }

    private static void append(StringBuilder text, LeakedContext context) {
        text.append("\n  ")
                .append(context.path())
                .append(" (")
                .append(context.type().label())
                .append("): ");
        text.append(amount(context.chunks(), context.bytes()));
        for (Site site : context.sites()
                .subList(0, Math.min(LISTED_SITES, context.sites().size()))) {
            text.append("\n    ")
                    .append(amount(site.chunks(), site.bytes()))
                    .append(" at ")
                    .append(site.frames());
        }
        if (context.sites().size() > LISTED_SITES) {
            text.append("\n    and from ").append(number(context.sites().size() - LISTED_SITES, "more place"));
        }
    }

    private static String amount(long chunks, long bytes) {
        return number(chunks, "chunk") + ", " + number(bytes, "byte");
    }

    private static String number(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    /**
     * The {@link #text}.
     *
     * @return lines of text
     */
    @Override
    public String toString() {
        return text();
    }
}
