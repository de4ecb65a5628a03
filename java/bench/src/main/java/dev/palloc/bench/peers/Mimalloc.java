package dev.palloc.bench.peers;

/** mimalloc, under its own names. */
final class Mimalloc implements AddressHeap {
    private static final MallocCalls CALLS = MallocCalls.of(Peers.MIMALLOC_LIBRARY.open(), "mi_");

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
