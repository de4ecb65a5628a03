package dev.palloc.bench.contexts;

import dev.palloc.bench.peers.AddressHeap;
import dev.palloc.bench.peers.ObjectHeap;

/** Allocations that are freed one by one, in their order, because their allocator knows no other way. */
final class HeapBatch {
    private HeapBatch() {}

    /** Of an allocator with addresses. */
    static final class Addresses extends Batch {
        private final AddressHeap heap;
        private final long[] chunks;
        private int count;

        Addresses(AddressHeap heap, int most) {
            this.heap = heap;
            this.chunks = new long[most];
        }

        @Override
        void begin() {
            count = 0;
        }

        @Override
        long allocate(long size) {
            long chunk = heap.allocate(size);
            chunks[count++] = chunk;
            return chunk;
        }

        @Override
        void releaseAll() {
            for (int i = 0; i < count; i++) {
                heap.free(chunks[i]);
            }
        }

        @Override
        public void close() {
            heap.close();
        }
    }

    /** Of an allocator with objects. */
    static final class Objects<H> extends Batch {
        private final ObjectHeap<H> heap;
        private final H[] chunks;
        private int count;

        /** The array is never handed out, so that nobody learns that it holds any object. */
        @SuppressWarnings("unchecked")
        Objects(ObjectHeap<H> heap, int most) {
            this.heap = heap;
            this.chunks = (H[]) new Object[most];
        }

        @Override
        void begin() {
            count = 0;
        }

        @Override
        long allocate(long size) {
            H chunk = heap.allocate(size);
            chunks[count++] = chunk;
            return heap.address(chunk);
        }

        @Override
        void releaseAll() {
            for (int i = 0; i < count; i++) {
                heap.free(chunks[i]);
            }
        }

        @Override
        public void close() {
            heap.close();
        }
    }
}
