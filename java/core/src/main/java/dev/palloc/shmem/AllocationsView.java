package dev.palloc.shmem;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * What an arena's bytes are used for at one moment: pg_shmem_allocations of PostgreSQL (storage/ipc/shmem.c). The
 * allocated sizes add up to the size of the arena, always.
 *
 * @param rows the named structures and the free tail by offset, then the anonymous storage; as sorted by PostgreSQL's
 *     {@code ORDER BY off}
 * @param totalSize bytes of the arena
 */
public record AllocationsView(List<Allocation> rows, long totalSize) {
    private static final String FREE_SHOWN_AS = "";

    /**
     * Keeps an unmodifiable copy of the rows.
     *
     * @param rows the rows
     * @param totalSize bytes of the arena
     */
    public AllocationsView {
        rows = List.copyOf(rows);
    }

    static AllocationsView of(List<Allocation> named, long freeOffset, long totalSize) {
        long anonymous = freeOffset;
        for (Allocation structure : named) {
            anonymous -= structure.allocatedSize();
        }
        List<Allocation> rows = new ArrayList<>(named);
        rows.sort(Comparator.comparingLong(row -> row.offset().getAsLong()));
        rows.add(Allocation.free(freeOffset, totalSize - freeOffset));
        rows.add(Allocation.anonymous(anonymous));
        return new AllocationsView(rows, totalSize);
    }

    /**
     * The named structures.
     *
     * @return their rows by offset
     */
    public List<Allocation> named() {
        return rows.stream().filter(Allocation::isNamed).toList();
    }

    /** Offset of the free tail. */
    long freeOffset() {
        return rows.stream()
                .filter(Allocation::isFree)
                .findFirst()
                .orElseThrow()
                .offset()
                .getAsLong();
    }

    /**
     * The view as a table: name, off, size, allocated_size; the free tail has no name, anonymous storage no offset.
     *
     * @return lines ended by a line feed, the last one with the total
     */
    @Override
    public String toString() {
        int widest = rows.stream()
                .mapToInt(row ->
                        Objects.requireNonNullElse(row.name(), FREE_SHOWN_AS).length())
                .max()
                .orElse(0);
        String format = "%-" + Math.max(widest, "name".length()) + "s | %19s | %19s | %19s\n";
        StringBuilder table = new StringBuilder();
        table.append(line(format, "name", "off", "size", "allocated_size"));
        for (Allocation row : rows) {
            table.append(line(
                    format,
                    Objects.requireNonNullElse(row.name(), FREE_SHOWN_AS),
                    row.isAnonymous() ? "" : row.offset().getAsLong(),
                    row.size(),
                    row.allocatedSize()));
        }
        return table.append("total ").append(totalSize).append(" bytes\n").toString();
    }

    private static String line(String format, Object... cells) {
        return String.format(format, cells);
    }
}
