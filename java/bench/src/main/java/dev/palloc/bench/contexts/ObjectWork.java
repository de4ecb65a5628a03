package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.ObjectHeap;
import org.openjdk.jmh.annotations.CompilerControl;

/** Work with objects. */
final class ObjectWork<H> implements HeapWork {
    private final ObjectHeap<H> heap;
    private H[] chunks = array(0);
    private long size;
    private boolean touch;
    private int next;

    ObjectWork(ObjectHeap<H> heap) {
        this.heap = heap;
    }

    /** Never handed out, so that nobody learns that it holds any object. */
    @SuppressWarnings("unchecked")
    private static <H> H[] array(int length) {
        return (H[]) new Object[length];
    }

    @Override
    public void openRing(int slots, long size, boolean touch) {
        this.chunks = array(slots);
        this.size = size;
        this.touch = touch;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public void ring(int steps) {
        // All in locals: to the compiler, fields could change with every call into an allocator.
        ObjectHeap<H> memory = heap;
        H[] ring = chunks;
        long bytes = size;
        boolean write = touch;
        int slot = next;
        for (int step = 0; step < steps; step++) {
            H old = ring[slot];
            if (old != null) {
                memory.free(old);
            }
            H fresh = memory.allocate(bytes);
            if (write) {
                memory.putLong(fresh, 0, step);
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
        return heap.getLong(chunks[slot], 0);
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long use(long size, long value) {
        H chunk = heap.allocate(size);
        heap.putLong(chunk, size - Long.BYTES, value);
        long read = heap.getLong(chunk, size - Long.BYTES);
        heap.free(chunk);
        return read;
    }

    @Override
    @CompilerControl(CompilerControl.Mode.DONT_INLINE)
    public long grow(long from, long to) {
        ObjectHeap<H> memory = heap;
        H chunk = memory.allocate(from);
        memory.putLong(chunk, from - Long.BYTES, from);
        for (long bytes = 2 * from; bytes <= to; bytes *= 2) {
            chunk = memory.reallocate(chunk, bytes);
            memory.putLong(chunk, bytes - Long.BYTES, bytes);
        }
        long sum = 0;
        for (long bytes = from; bytes <= to; bytes *= 2) {
            sum += memory.getLong(chunk, bytes - Long.BYTES);
        }
        memory.free(chunk);
        return sum;
    }

    @Override
    public void close() {
        for (H chunk : chunks) {
            if (chunk != null) {
                heap.free(chunk);
            }
        }
        heap.close();
    }
}
