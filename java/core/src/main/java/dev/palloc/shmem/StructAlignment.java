package dev.palloc.shmem;

import java.util.List;

/**
 * What the alignment report says of one structure.
 *
 * @param name the structure
 * @param offset bytes from the start of the segment
 * @param size bytes as asked for
 * @param aligned whether it starts at a multiple of the report's alignment
 * @param sharesFirstLine who else has bytes in the line of its first byte, by offset: names of structures, and
 *     {@value Allocation#ANONYMOUS} for each piece of anonymous storage
 * @param sharesLastLine the same for its last byte; equal to the former if that is the same line
 */
public record StructAlignment(
        String name,
        long offset,
        long size,
        boolean aligned,
        List<String> sharesFirstLine,
        List<String> sharesLastLine) {

    /**
     * Keeps unmodifiable copies of the lists.
     *
     * @param name the structure
     * @param offset bytes from the start of the segment
     * @param size bytes as asked for
     * @param aligned whether it starts at a multiple of the report's alignment
     * @param sharesFirstLine who else has bytes in its first line
     * @param sharesLastLine who else has bytes in its last line
     */
    public StructAlignment {
        sharesFirstLine = List.copyOf(sharesFirstLine);
        sharesLastLine = List.copyOf(sharesLastLine);
    }

    /**
     * Whether no other bytes in use lie in its lines.
     *
     * @return true if both lists are empty
     */
    public boolean alone() {
        return sharesFirstLine.isEmpty() && sharesLastLine.isEmpty();
    }
}
