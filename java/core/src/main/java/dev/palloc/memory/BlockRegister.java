package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;

import java.util.Map;
import java.util.TreeMap;

/**
 * A block source that numbers the blocks it passes on, so that an address can be said without naming one: the block's
 * number and the distance from its start. The numbers depend on the order of calls alone.
 */
final class BlockRegister implements BlockSource {
    private record Block(long number, long size) {}

    /** Odd, hence invertible; the prime of the 64-bit FNV hash. */
    private static final long HASH_FACTOR = 0x100000001B3L;

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

    /** Gives back all that is out, whoever has it. */
    void giveAll() {
        live.forEach((address, block) -> source.give(address, block.size()));
        live.clear();
        bytes = 0;
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
        Block first = live.get(address);
        return first == null ? null : Map.entry(address, first);
    }

    boolean contains(long address) {
        return startOf(address) != 0;
    }

    /** Start of the block whose bytes an address is one of; 0 if there is none. */
    long startOf(long address) {
        Map.Entry<Long, Block> entry = live.floorEntry(address);
        return entry != null && address < entry.getKey() + entry.getValue().size() ? entry.getKey() : 0;
    }

    /** Over every byte of the live blocks, and over which blocks these are. */
    long contentHash() {
        long hash = 0;
        for (Map.Entry<Long, Block> entry : live.entrySet()) {
            hash = mix(hash, entry.getValue().number());
            hash = mixBytes(
                    hash, entry.getKey(), entry.getKey() + entry.getValue().size());
        }
        return hash;
    }

    private static long mixBytes(long start, long from, long to) {
        long hash = start;
        long address = from;
        for (; address <= to - Long.BYTES; address += Long.BYTES) {
            hash = mix(hash, getLong(address));
        }
        for (; address < to; address++) {
            hash = mix(hash, getByte(address));
        }
        return hash;
    }

    /** One to one in each of the two, so that no single change is lost. */
    static long mix(long hash, long value) {
        return (hash ^ value) * HASH_FACTOR;
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
