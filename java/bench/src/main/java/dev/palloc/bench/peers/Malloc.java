package dev.palloc.bench.peers;

import java.lang.foreign.Linker;

/** The C library's malloc. */
final class Malloc implements AddressHeap {
    private static final MallocCalls CALLS =
            MallocCalls.of(Linker.nativeLinker().defaultLookup(), "");

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
