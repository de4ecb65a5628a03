package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/** One call of the JDK. Where raw memory has only the fall-back, which offers no more than a swap, the loop over that. */
final class VarHandleStrategy extends AtomicStrategy {
    VarHandleStrategy() {
        super("var-handle");
    }

    @Override
    int exchange32(MemorySegment segment, long offset, int value) {
        return segment != null
                ? Words.fenced((int) Words.INT.getAndSet(segment, offset, value))
                : CONTINUING_CAS.exchange32(null, offset, value);
    }

    @Override
    int fetchAdd32(MemorySegment segment, long offset, int value) {
        return segment != null
                ? Words.fenced((int) Words.INT.getAndAdd(segment, offset, value))
                : CONTINUING_CAS.fetchAdd32(null, offset, value);
    }

    @Override
    int fetchAnd32(MemorySegment segment, long offset, int value) {
        return segment != null
                ? Words.fenced((int) Words.INT.getAndBitwiseAnd(segment, offset, value))
                : CONTINUING_CAS.fetchAnd32(null, offset, value);
    }

    @Override
    int fetchOr32(MemorySegment segment, long offset, int value) {
        return segment != null
                ? Words.fenced((int) Words.INT.getAndBitwiseOr(segment, offset, value))
                : CONTINUING_CAS.fetchOr32(null, offset, value);
    }

    @Override
    int fetchXor32(MemorySegment segment, long offset, int value) {
        return segment != null
                ? Words.fenced((int) Words.INT.getAndBitwiseXor(segment, offset, value))
                : CONTINUING_CAS.fetchXor32(null, offset, value);
    }

    @Override
    long exchange64(MemorySegment segment, long offset, long value) {
        return segment != null
                ? Words.fenced((long) Words.LONG.getAndSet(segment, offset, value))
                : CONTINUING_CAS.exchange64(null, offset, value);
    }

    @Override
    long fetchAdd64(MemorySegment segment, long offset, long value) {
        return segment != null
                ? Words.fenced((long) Words.LONG.getAndAdd(segment, offset, value))
                : CONTINUING_CAS.fetchAdd64(null, offset, value);
    }

    @Override
    long fetchAnd64(MemorySegment segment, long offset, long value) {
        return segment != null
                ? Words.fenced((long) Words.LONG.getAndBitwiseAnd(segment, offset, value))
                : CONTINUING_CAS.fetchAnd64(null, offset, value);
    }

    @Override
    long fetchOr64(MemorySegment segment, long offset, long value) {
        return segment != null
                ? Words.fenced((long) Words.LONG.getAndBitwiseOr(segment, offset, value))
                : CONTINUING_CAS.fetchOr64(null, offset, value);
    }

    @Override
    long fetchXor64(MemorySegment segment, long offset, long value) {
        return segment != null
                ? Words.fenced((long) Words.LONG.getAndBitwiseXor(segment, offset, value))
                : CONTINUING_CAS.fetchXor64(null, offset, value);
    }
}
