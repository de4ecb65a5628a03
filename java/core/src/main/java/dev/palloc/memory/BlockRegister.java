package dev.palloc.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * A block source that numbers the blocks it passes on, so that an address can be said without naming one: the block's
 * number and the distance from its start. The numbers depend on the order of calls alone.
 */
final class BlockRegister implements BlockSource {
    private record Block(long number, long size) {}

    private final BlockSource source;
    private final TreeMap<Long, Block> live = new TreeMap<>();
    private long taken;
    private long bytes;
    private long peakBytes;

    BlockRegister(BlockSource source) {
        this.source = source;
    }

    @Override
    public long take(long size) {
        long address = source.take(size);
        if (address != 0) {
            add(address, size);
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
        long moved = source.resize(address, oldSize, newSize);
        if (moved != 0) {
            remove(address, oldSize);
            add(moved, newSize);
        }
        return moved;
    }

    @Override
    public void close() {
        source.close();
    }

    private void add(long address, long size) {
        live.put(address, new Block(taken++, size));
        bytes += size;
        peakBytes = Math.max(peakBytes, bytes);
    }

    private void remove(long address, long size) {
        Block block = live.remove(address);
        if (block == null || block.size() != size) {
            throw new IllegalStateException("block " + BadChunk.hex(address) + " of " + size
                    + " bytes was never taken, or with another size: " + block);
        }
        bytes -= size;
    }

    /** Number of the block an address lies in; -1 if in none. One past the end counts as within. */
    long blockNumber(long address) {
        Map.Entry<Long, Block> entry = entryOf(address);
        return entry == null ? -1 : entry.getValue().number();
    }

    /** Bytes from the start of the block an address lies in; the address itself if in none. */
    long offset(long address) {
        Map.Entry<Long, Block> entry = entryOf(address);
        return entry == null ? address : address - entry.getKey();
    }

    private Map.Entry<Long, Block> entryOf(long address) {
        // A block that ends where the next begins owns the address between: an end pointer is its own.
        Map.Entry<Long, Block> entry = live.lowerEntry(address);
        if (entry != null && address <= entry.getKey() + entry.getValue().size()) {
            return entry;
        }
        return live.floorEntry(address);
    }

    long taken() {
        return taken;
    }

    long bytes() {
        return bytes;
    }

    long peakBytes() {
        return peakBytes;
    }

    int liveBlocks() {
        return live.size();
    }
}
