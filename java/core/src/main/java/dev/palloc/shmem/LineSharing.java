package dev.palloc.shmem;

import java.util.ArrayList;
import java.util.List;

/**
 * Who has bytes in a line. Takes the handed out part of an arena apart into the named structures, without their
 * padding, and the stretches between them, which are anonymous.
 */
final class LineSharing {
    /** Bytes of one holder, from start to end, end excluded. */
    private record Extent(String name, long start, long end) {}

    private final List<Extent> extents = new ArrayList<>();
    private final long base;
    private final long line;

    /** The named rows of the view come by offset. */
    LineSharing(AllocationsView view, long base, long line) {
        this.base = base;
        this.line = line;
        long end = 0;
        for (Allocation structure : view.named()) {
            long offset = structure.offset().getAsLong();
            addAnonymous(end, offset);
            extents.add(new Extent(structure.name(), offset, offset + structure.size()));
            end = offset + structure.allocatedSize();
        }
        addAnonymous(end, view.freeOffset());
    }

    private void addAnonymous(long start, long end) {
        if (start < end) {
            extents.add(new Extent(Allocation.ANONYMOUS, start, end));
        }
    }

    List<StructAlignment> structs(long alignment) {
        List<StructAlignment> result = new ArrayList<>();
        for (int i = 0; i < extents.size(); i++) {
            Extent extent = extents.get(i);
            if (!extent.name().equals(Allocation.ANONYMOUS)) {
                result.add(new StructAlignment(
                        extent.name(),
                        extent.start(),
                        extent.end() - extent.start(),
                        (base + extent.start()) % alignment == 0,
                        othersInLineOf(extent.start(), i),
                        othersInLineOf(extent.end() - 1, i)));
            }
        }
        return result;
    }

    /** Holders of bytes in the line of a byte, except the one at an index, from where the search goes both ways. */
    private List<String> othersInLineOf(long offset, int self) {
        long start = offset - (base + offset) % line;
        int first = self;
        while (first > 0 && extents.get(first - 1).end() > start) {
            first--;
        }
        List<String> others = new ArrayList<>();
        for (int i = first; i < extents.size() && extents.get(i).start() < start + line; i++) {
            if (i != self) {
                others.add(extents.get(i).name());
            }
        }
        return others;
    }
}
