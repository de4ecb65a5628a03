package dev.palloc.memory;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** A block source that knows what is out. */
final class CountingBlocks implements BlockSource {
    private final BlockCache cache = new BlockCache(Platform.get());
    private final Map<Long, Long> out = new TreeMap<>();

    @Override
    public long take(long size) {
        long block = cache.take(size);
        out.put(block, size);
        return block;
    }

    @Override
    public void give(long address, long size) {
        if (!out.remove(address, size)) {
            throw new AssertionError("block " + address + " of " + size + " bytes is not out");
        }
        cache.give(address, size);
    }

    @Override
    public long resize(long address, long oldSize, long newSize) {
        long moved = cache.resize(address, oldSize, newSize);
        if (!out.remove(address, oldSize)) {
            throw new AssertionError("block " + address + " of " + oldSize + " bytes is not out");
        }
        out.put(moved, newSize);
        return moved;
    }

    @Override
    public void close() {
        cache.close();
    }

    int out() {
        return out.size();
    }

    /** A checksum of all that is out. */
    long checksum() {
        CRC32 sum = new CRC32();
        out.forEach(
                (address, size) -> sum.update(RawMemory.segment(address, size).asByteBuffer()));
        return sum.getValue();
    }
}
