package dev.palloc.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;

/**
 * What a context and all below it held at one moment: the figures of pg_backend_memory_contexts and MemoryContextStats
 * of PostgreSQL 18 (mcxtfuncs.c, mcxt.c). A context is in it as it was; later changes do not show, and deletion does not
 * hurt. Immutable, for any thread. No method recurses, so a chain of a million contexts is nothing special.
 *
 * <p>Two snapshots are equal if all their contexts have equal figures and lie alike. The hash code knows the first
 * context alone.
 *
 * @param name name of the context
 * @param identifier the part of its name that varies, or null
 * @param type its type
 * @param path ids from the top of the snapshot down to this context. Ids are handed out level by level from 1 and mean
 *     something within one snapshot only. The list lies in pieces: walk it, where it is long, and do not index it
 * @param counters blocks and bytes of this context alone, as its type counts them
 * @param allocated bytes this context alone obtained for blocks, see {@link MemoryContext#memAllocated}
 * @param chunks chunks on the blocks of a generation context, freed ones included; 0 for other types
 * @param emptyBlocks blocks a slab context keeps empty; 0 for other types
 * @param children the contexts right below, newest first
 */
public record ContextStatistics(
        String name,
        String identifier,
        ContextType type,
        List<Integer> path,
        ContextCounters counters,
        long allocated,
        long chunks,
        long emptyBlocks,
        List<ContextStatistics> children) {

    /**
     * Keeps unmodifiable copies of the lists.
     *
     * @throws IllegalArgumentException if the path is empty, or a child's path is not this path and one id
     * @throws NullPointerException if anything but the identifier is null
     */
    public ContextStatistics {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(counters, "counters");
        path = IdPath.copyOf(path);
        children = List.copyOf(children);
        for (ContextStatistics child : children) {
            if (!path.equals(child.idPath().parent())) {
                throw new IllegalArgumentException("context \"" + child.name + "\" with id " + child.id()
                        + " at level " + child.level() + " cannot be a child of \"" + name
                        + "\": its path must be the parent's and one id");
            }
        }
    }

    /** Of a context and all below it. */
    static ContextStatistics of(MemoryContext top) {
        return StatisticsSnapshot.of(top);
    }

    /**
     * The id of this context in its snapshot.
     *
     * @return the last of the path
     */
    public int id() {
        return idPath().id();
    }

    /**
     * How deep this context lies in its snapshot.
     *
     * @return 1 for the context that the snapshot began at
     */
    public int level() {
        return path.size();
    }

    private IdPath idPath() {
        return (IdPath) path;
    }

    /**
     * This context and all below it as rows of pg_backend_memory_contexts, in its order.
     *
     * @return level by level, siblings newest first; of a whole snapshot the ids are 1, 2, 3 and so on
     */
    public List<ContextStatistics> rows() {
        List<ContextStatistics> rows = new ArrayList<>(List.of(this));
        for (int i = 0; i < rows.size(); i++) {
            rows.addAll(rows.get(i).children);
        }
        return Collections.unmodifiableList(rows);
    }

    /**
     * The sums over this context and all below it.
     *
     * @return counters of the branch
     */
    public ContextCounters total() {
        return totals().counters();
    }

    /**
     * The sum over this context and all below it of the bytes obtained for blocks.
     *
     * @return bytes, what {@link MemoryContext#memAllocated} answered with true at that moment
     */
    public long totalAllocated() {
        return totals().allocated();
    }

    /**
     * How many contexts there are in this branch.
     *
     * @return 1 and the number of contexts below
     */
    public int contextCount() {
        return totals().contexts();
    }

    private ContextTotals totals() {
        return ContextTotals.of(List.of(this));
    }

    /**
     * PostgreSQL's report to stderr within its limits, 100 levels and 100 children.
     *
     * @return what {@link #writeText} writes
     */
    public String toText() {
        return toText(StatisticsLimits.DEFAULT);
    }

    /**
     * PostgreSQL's report to stderr.
     *
     * @param limits how much to list
     * @return what {@link #writeText} writes
     */
    public String toText(StatisticsLimits limits) {
        return inMemory(out -> writeText(out, limits));
    }

    /**
     * Writes PostgreSQL's report to stderr: a line for each context, one for each group left out, and the grand total,
     * each ended by a line feed. Identifiers are cut after 100 bytes of UTF-8; control characters become spaces.
     *
     * @param out where to
     * @param limits how much to list. Indentation grows with the level: beware of deep trees without a limit
     * @throws IOException if the output fails
     */
    public void writeText(Appendable out, StatisticsLimits limits) throws IOException {
        StatisticsText.write(this, limits, out);
    }

    /**
     * The report as JSON within PostgreSQL's limits, 100 levels and 100 children.
     *
     * @return what {@link #writeJson} writes
     */
    public String toJson() {
        return toJson(StatisticsLimits.DEFAULT);
    }

    /**
     * The report as JSON.
     *
     * @param limits how much to list
     * @return what {@link #writeJson} writes
     */
    public String toJson(StatisticsLimits limits) {
        return inMemory(out -> writeJson(out, limits));
    }

    /**
     * Writes the report as JSON, in one line. A context is an object of {@code name}, {@code ident}, {@code type},
     * {@code level}, {@code path}, {@code totalBytes}, {@code totalBlocks}, {@code freeBytes}, {@code freeChunks},
     * {@code usedBytes}, {@code allocatedBytes} and {@code children}. Where children were left out it has {@code more},
     * the sums over them and all below: {@code contexts} and the same figures.
     *
     * @param out where to; characters beyond ASCII are written as such
     * @param limits how much to list. Paths grow with the level: beware of deep trees without a limit
     * @throws IOException if the output fails
     */
    public void writeJson(Appendable out, StatisticsLimits limits) throws IOException {
        StatisticsJson.write(this, limits, out);
    }

    private interface Report {
        void writeTo(Appendable out) throws IOException;
    }

    private static String inMemory(Report report) {
        StringBuilder text = new StringBuilder();
        try {
            report.writeTo(text);
        } catch (IOException e) {
            throw new UncheckedIOException("a string builder does no input or output", e);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof ContextStatistics) || !path.equals(((ContextStatistics) other).path)) {
            return false;
        }
        Queue<ContextStatistics> rest = new ArrayDeque<>(List.of(this));
        Queue<ContextStatistics> otherRest = new ArrayDeque<>(List.of((ContextStatistics) other));
        while (!rest.isEmpty()) {
            // As long as the numbers of children are equal, the queues are of equal length.
            ContextStatistics one = rest.remove();
            ContextStatistics another = otherRest.remove();
            if (!one.equalsWithoutChildren(another)) {
                return false;
            }
            rest.addAll(one.children);
            otherRest.addAll(another.children);
        }
        return true;
    }

    /** With ids and numbers of children equal in every pair, the paths and the shape of the trees are equal too. */
    private boolean equalsWithoutChildren(ContextStatistics other) {
        return id() == other.id()
                && name.equals(other.name)
                && Objects.equals(identifier, other.identifier)
                && type == other.type
                && counters.equals(other.counters)
                && allocated == other.allocated
                && chunks == other.chunks
                && emptyBlocks == other.emptyBlocks
                && children.size() == other.children.size();
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, identifier, type, id(), counters, allocated, children.size());
    }

    /**
     * This context in one line, as in {@link #toText}.
     *
     * @return name, figures and identifier
     */
    @Override
    public String toString() {
        return StatisticsText.line(this);
    }
}
