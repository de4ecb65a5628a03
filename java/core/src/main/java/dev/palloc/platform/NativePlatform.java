package dev.palloc.platform;

import dev.palloc.bindings.palloc_h;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The platform of the C layer: {@code posix_memalign}, {@code __sync_synchronize}, CPUID or CTR_EL0. */
public final class NativePlatform implements Platform {
    private final CacheLine cacheLine = detect();
    private final String reason;

    NativePlatform(String reason) {
        this.reason = reason;
    }

    @Override
    public String name() {
        return "native";
    }

    @Override
    public String reason() {
        return reason;
    }

    @Override
    public long allocate(long size, long alignment) {
        return addressOrThrow(NativeCalls.segmentAlloc(size, alignment), size, alignment);
    }

    @Override
    public long allocateZeroed(long size, long alignment) {
        return addressOrThrow(NativeCalls.segmentAllocZeroed(size, alignment), size, alignment);
    }

    @Override
    public void free(long address, long size) {
        if (address <= 0 || (address & (MIN_ALIGNMENT - 1)) != 0) {
            throw new IllegalArgumentException("no segment starts at address 0x" + Long.toHexString(address)
                    + ": free takes what allocate returned");
        }
        NativeCalls.segmentFree(address, size);
    }

    @Override
    public CacheLine cacheLine() {
        return cacheLine;
    }

    @Override
    public void fullBarrier() {
        NativeCalls.fullBarrier();
    }

    @Override
    public void spinHint() {
        NativeCalls.spinHint();
    }

    @Override
    public String toString() {
        return "native platform (" + reason + ")";
    }

    private static long addressOrThrow(long result, long size, long alignment) {
        if (result > 0) {
            return result;
        }
        if (result == palloc_h.PALLOC_ENOMEM()) {
            return 0;
        }
        // Not by the code: C reads negative numbers as enormous ones, and 1 << 63 is a power of two there.
        SegmentArguments.check(size, alignment);
        throw new IllegalStateException("the C layer refused a segment of " + size + " bytes aligned to " + alignment
                + " with code " + result + ", Java finds no fault with it");
    }

    private static CacheLine detect() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment result = dev.palloc.bindings.palloc_cache_line.allocate(arena);
            palloc_h.palloc_cache_line_detect(result);
            return new CacheLine(
                    dev.palloc.bindings.palloc_cache_line.line_bytes(result),
                    CacheLine.Source.ofNumber(dev.palloc.bindings.palloc_cache_line.source(result)));
        }
    }
}
