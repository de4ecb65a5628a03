package dev.palloc.memory;

import java.util.Arrays;

/** The block source under the manager: knows every block that is out, and can be told to be out of memory. */
final class ModelBlocks implements BlockSource {
    /** Larger blocks are never to be had, in bytes: how the platforms fail is slow and is tested elsewhere. */
    static final long LARGEST = 256L * 1024 * 1024;

    private static final long ALIGNMENT = 64;

    private final BlockSource source;

    /** Blocks that are out, sorted. */
    private long[] starts = new long[1024];

    private long[] sizes = new long[1024];
    private int count;
    private long bytes;
    private long largest = LARGEST;

    ModelBlocks(BlockSource source) {
        this.source = source;
    }

    /** Refuses larger blocks from now on. */
    void refuseAbove(long size) {
        largest = size;
    }

    @Override
    public long take(long size) {
        if (size > largest) {
            return 0;
        }
        long address = source.take(size);
        if (address != 0) {
            insert(address, size);
        }
        return address;
    }

    @Override
    public void give(long address, long size) {
        remove(address, size);
        source.give(address, size);
    }

    @Override
    public long resize(long address, long oldSize, long newSize) {
        if (newSize > largest) {
            return 0;
        }
        long moved = source.resize(address, oldSize, newSize);
        if (moved != 0) {
            remove(address, oldSize);
            insert(moved, newSize);
        }
        return moved;
    }

    @Override
    public void close() {
        if (count != 0) {
            throw new AssertionError(count + " blocks of " + bytes + " bytes are out when the source is closed");
        }
        source.close();
    }

    /** Bytes of all blocks that are out. */
    long bytes() {
        return bytes;
    }

    /** Whether one block that is out holds all these bytes. */
    boolean holds(long address, long size) {
        int found = Arrays.binarySearch(starts, 0, count, address);
        int index = found >= 0 ? found : -found - 2;
        return index >= 0 && address + size <= starts[index] + sizes[index];
    }

    private void insert(long address, long size) {
        int at = -Arrays.binarySearch(starts, 0, count, address) - 1;
        if ((address & ALIGNMENT - 1) != 0
                || at < 0
                || at > 0 && starts[at - 1] + sizes[at - 1] > address
                || at < count && address + size > starts[at]) {
            throw new AssertionError(
                    "block " + BadChunk.hex(address) + " of " + size + " bytes is misaligned or overlaps another");
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            sizes = Arrays.copyOf(sizes, 2 * count);
        }
        System.arraycopy(starts, at, starts, at + 1, count - at);
        System.arraycopy(sizes, at, sizes, at + 1, count - at);
        starts[at] = address;
        sizes[at] = size;
        count++;
        bytes += size;
    }

    private void remove(long address, long size) {
        int at = Arrays.binarySearch(starts, 0, count, address);
        if (at < 0 || sizes[at] != size) {
            throw new AssertionError("block " + BadChunk.hex(address) + " is given back with " + size + " bytes, "
                    + (at < 0 ? "and is not out" : "and was taken with " + sizes[at]));
        }
        count--;
        System.arraycopy(starts, at + 1, starts, at, count - at);
        System.arraycopy(sizes, at + 1, sizes, at, count - at);
        bytes -= size;
    }
}
