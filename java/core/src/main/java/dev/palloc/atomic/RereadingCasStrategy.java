package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/** Each turn reads the word anew, though the failed swap has just seen it. Kept to be measured. */
final class RereadingCasStrategy extends AtomicStrategy {
    RereadingCasStrategy() {
        super("rereading-cas");
    }

    @Override
    int exchange32(MemorySegment segment, long offset, int value) {
        while (true) {
            int seen = Words.read32(segment, offset);
            if (Words.compareExchange32(segment, offset, seen, value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    int fetchAdd32(MemorySegment segment, long offset, int value) {
        while (true) {
            int seen = Words.read32(segment, offset);
            if (Words.compareExchange32(segment, offset, seen, seen + value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    int fetchAnd32(MemorySegment segment, long offset, int value) {
        while (true) {
            int seen = Words.read32(segment, offset);
            if (Words.compareExchange32(segment, offset, seen, seen & value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    int fetchOr32(MemorySegment segment, long offset, int value) {
        while (true) {
            int seen = Words.read32(segment, offset);
            if (Words.compareExchange32(segment, offset, seen, seen | value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    int fetchXor32(MemorySegment segment, long offset, int value) {
        while (true) {
            int seen = Words.read32(segment, offset);
            if (Words.compareExchange32(segment, offset, seen, seen ^ value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    long exchange64(MemorySegment segment, long offset, long value) {
        while (true) {
            long seen = Words.read64(segment, offset);
            if (Words.compareExchange64(segment, offset, seen, value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    long fetchAdd64(MemorySegment segment, long offset, long value) {
        while (true) {
            long seen = Words.read64(segment, offset);
            if (Words.compareExchange64(segment, offset, seen, seen + value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    long fetchAnd64(MemorySegment segment, long offset, long value) {
        while (true) {
            long seen = Words.read64(segment, offset);
            if (Words.compareExchange64(segment, offset, seen, seen & value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    long fetchOr64(MemorySegment segment, long offset, long value) {
        while (true) {
            long seen = Words.read64(segment, offset);
            if (Words.compareExchange64(segment, offset, seen, seen | value) == seen) {
                return Words.fenced(seen);
            }
        }
    }

    @Override
    long fetchXor64(MemorySegment segment, long offset, long value) {
        while (true) {
            long seen = Words.read64(segment, offset);
            if (Words.compareExchange64(segment, offset, seen, seen ^ value) == seen) {
                return Words.fenced(seen);
            }
        }
    }
}
