package dev.palloc.atomic;

import dev.palloc.platform.SyncIntrinsics;
import java.lang.foreign.MemorySegment;

/** Downcalls. A raw address goes as a number; a segment goes as itself, which keeps it alive during the call. */
final class SyncIntrinsicStrategy extends AtomicStrategy {
    SyncIntrinsicStrategy() {
        super("sync-intrinsic");
    }

    @Override
    public String obstacle() {
        return Loaded.OBSTACLE;
    }

    /** Asked once, at the first use; the result is a constant to the compiler. */
    private static final class Loaded {
        static final String OBSTACLE = SyncIntrinsics.obstacle();
    }

    /** Whether the offset is an address. C knows neither a missing library nor a read-only segment. */
    private static boolean isRaw(MemorySegment segment) {
        if (Loaded.OBSTACLE != null) {
            throw new UnsupportedOperationException(
                    "the atomic strategy sync-intrinsic needs the native library: " + Loaded.OBSTACLE);
        }
        if (segment == Words.RAW) {
            return true;
        }
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException("an atomic word in a segment that is read-only");
        }
        return false;
    }

    @Override
    int exchange32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = compareExchange32(segment, offset, seen, value);
            if (witness == seen) {
                return seen;
            }
            seen = witness;
        }
    }

    @Override
    int fetchAdd32(MemorySegment segment, long offset, int value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchAdd32(offset, value)
                : SyncIntrinsics.fetchAdd32(segment, offset, value);
    }

    @Override
    int fetchSub32(MemorySegment segment, long offset, int value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchSub32(offset, value)
                : SyncIntrinsics.fetchSub32(segment, offset, value);
    }

    @Override
    int fetchAnd32(MemorySegment segment, long offset, int value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchAnd32(offset, value)
                : SyncIntrinsics.fetchAnd32(segment, offset, value);
    }

    @Override
    int fetchOr32(MemorySegment segment, long offset, int value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchOr32(offset, value)
                : SyncIntrinsics.fetchOr32(segment, offset, value);
    }

    @Override
    int fetchXor32(MemorySegment segment, long offset, int value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchXor32(offset, value)
                : SyncIntrinsics.fetchXor32(segment, offset, value);
    }

    @Override
    int compareExchange32(MemorySegment segment, long offset, int expected, int desired) {
        return isRaw(segment)
                ? SyncIntrinsics.compareAndSwap32(offset, expected, desired)
                : SyncIntrinsics.compareAndSwap32(segment, offset, expected, desired);
    }

    @Override
    long exchange64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = compareExchange64(segment, offset, seen, value);
            if (witness == seen) {
                return seen;
            }
            seen = witness;
        }
    }

    @Override
    long fetchAdd64(MemorySegment segment, long offset, long value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchAdd64(offset, value)
                : SyncIntrinsics.fetchAdd64(segment, offset, value);
    }

    @Override
    long fetchSub64(MemorySegment segment, long offset, long value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchSub64(offset, value)
                : SyncIntrinsics.fetchSub64(segment, offset, value);
    }

    @Override
    long fetchAnd64(MemorySegment segment, long offset, long value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchAnd64(offset, value)
                : SyncIntrinsics.fetchAnd64(segment, offset, value);
    }

    @Override
    long fetchOr64(MemorySegment segment, long offset, long value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchOr64(offset, value)
                : SyncIntrinsics.fetchOr64(segment, offset, value);
    }

    @Override
    long fetchXor64(MemorySegment segment, long offset, long value) {
        return isRaw(segment)
                ? SyncIntrinsics.fetchXor64(offset, value)
                : SyncIntrinsics.fetchXor64(segment, offset, value);
    }

    @Override
    long compareExchange64(MemorySegment segment, long offset, long expected, long desired) {
        return isRaw(segment)
                ? SyncIntrinsics.compareAndSwap64(offset, expected, desired)
                : SyncIntrinsics.compareAndSwap64(segment, offset, expected, desired);
    }
}
