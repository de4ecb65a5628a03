package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.AddressHeap;
import dev.palloc.platform.RawMemory;
import org.openjdk.jmh.annotations.CompilerControl;

/** Work with addresses. */
final class AddressWork implements HeapWork {
    private final AddressHeap heap;
    private long[] chunks = {};
    private long size;
    private boolean touch;
    private int next;

    AddressWork(AddressHeap heap) {
        this.heap = heap;
    }

    @Override
    public void openRing(int slots, long size, boolean touch) {
        this.chunks = new long[slots];
        this.size = size;
        this.touch = touch;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void ring(int steps) {
        // All in locals: to the compiler, fields could change with every call into an allocator.
        AddressHeap memory = heap;
        long[] ring = chunks;
        long bytes = size;
        boolean write = touch;
        int slot = next;
        for (int step = 0; step < steps; step++) {
            long old = ring[slot];
            if (old != 0) {
                memory.free(old);
            }
            long fresh = memory.allocate(bytes);
            if (write) {
                RawMemory.putLong(fresh, step);
            }
            ring[slot] = fresh;
            slot++;
            if (slot == ring.length) {
                slot = 0;
            }
        }
        next = slot;
    }

    @Override
    public long content(int slot) {
        return RawMemory.getLong(chunks[slot]);
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long use(long size, long value) {
        long chunk = heap.allocate(size);
        RawMemory.putLong(chunk + size - Long.BYTES, value);
        long read = RawMemory.getLong(chunk + size - Long.BYTES);
        heap.free(chunk);
        return read;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long grow(long from, long to) {
        AddressHeap memory = heap;
        long chunk = memory.allocate(from);
        RawMemory.putLong(chunk + from - Long.BYTES, from);
        for (long bytes = 2 * from; bytes <= to; bytes *= 2) {
            chunk = memory.reallocate(chunk, bytes);
            RawMemory.putLong(chunk + bytes - Long.BYTES, bytes);
        }
        long sum = 0;
        for (long bytes = from; bytes <= to; bytes *= 2) {
            sum += RawMemory.getLong(chunk + bytes - Long.BYTES);
        }
        memory.free(chunk);
        return sum;
    }

    @Override
    public void close() {
        for (long chunk : chunks) {
            if (chunk != 0) {
                heap.free(chunk);
            }
        }
        heap.close();
    }
}
