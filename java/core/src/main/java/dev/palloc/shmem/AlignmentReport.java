package dev.palloc.shmem;

import java.util.List;

/**
 * Which named structures of an arena are aligned, and who shares a cache line with whom. The first is the report that
 * was made of PostgreSQL in 2014, in its words; the second says what misalignment can cost, as two structures in a line
 * slow each other down when different processors write to them.
 *
 * <p>The bytes of a structure are those asked for: padding is nobody's. Anonymous storage is what lies between
 * structures, bytes lost to an alignment included, which the arena does not tell from it. The free tail shares nothing
 * yet.
 *
 * @param alignment bytes of which an aligned start is a multiple, a power of two
 * @param line bytes of a cache line, a power of two
 * @param structs the named structures by offset
 */
public record AlignmentReport(int alignment, int line, List<StructAlignment> structs) {
    /** The alignment of the report of 2014, in bytes. */
    public static final int BYTES_OF_2014 = 64;

    private static final int MIN_LINE = 8;

    /**
     * Checks the figures and keeps an unmodifiable copy of the list.
     *
     * @param alignment bytes, a power of two
     * @param line bytes, a power of two
     * @param structs the named structures by offset
     * @throws IllegalArgumentException if alignment or line is not a power of two from 8 to 4096: beyond that the
     *     answer would differ from process to process
     */
    public AlignmentReport {
        check(alignment);
        check(line);
        structs = List.copyOf(structs);
    }

    private static void check(int bytes) {
        if (bytes < MIN_LINE || bytes > SharedArena.MAX_ALIGNMENT || Integer.bitCount(bytes) != 1) {
            throw new IllegalArgumentException("a report on lines of " + bytes + " bytes: pass a power of two from "
                    + MIN_LINE + " to " + SharedArena.MAX_ALIGNMENT);
        }
    }

    static AlignmentReport of(AllocationsView view, long base, int alignment, int line) {
        check(alignment);
        check(line);
        return new AlignmentReport(alignment, line, new LineSharing(view, base, line).structs(alignment));
    }

    /**
     * The table of the report of 2014: a line for each structure, 1 for aligned and 0 for not.
     *
     * @return lines such as {@code 64-byte shared memory alignment of Proc Array:  0}, each ended by a line feed
     */
    public String table() {
        StringBuilder table = new StringBuilder();
        for (StructAlignment struct : structs) {
            table.append(alignment)
                    .append("-byte shared memory alignment of ")
                    .append(struct.name())
                    .append(":  ")
                    .append(struct.aligned() ? 1 : 0)
                    .append('\n');
        }
        return table.toString();
    }

    /**
     * Who shares a line with whom.
     *
     * @return a line for each structure that is not alone in its lines, each ended by a line feed
     */
    public String sharing() {
        StringBuilder text = new StringBuilder();
        for (StructAlignment struct : structs) {
            if (!struct.alone()) {
                text.append(line)
                        .append("-byte line sharing of ")
                        .append(struct.name())
                        .append(":  first ")
                        .append(struct.sharesFirstLine())
                        .append(", last ")
                        .append(struct.sharesLastLine())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /**
     * Both parts.
     *
     * @return {@link #table()} followed by {@link #sharing()}
     */
    @Override
    public String toString() {
        return table() + sharing();
    }
}
