package dev.palloc.bench.peers;

/** jemalloc, under the names of the C library as Debian builds it; its own because looked up in its library alone. */
final class Jemalloc implements AddressHeap {
    private static final MallocCalls CALLS = MallocCalls.of(Peers.JEMALLOC_LIBRARY.open(), "");

    @Override
    public long allocate(long size) {
        return CALLS.malloc(size);
    }

    @Override
    public void free(long address) {
        CALLS.free(address);
    }

    @Override
    public long reallocate(long address, long size) {
        return CALLS.realloc(address, size);
    }
}
