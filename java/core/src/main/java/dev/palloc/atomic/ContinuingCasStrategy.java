package dev.palloc.atomic;

import java.lang.foreign.MemorySegment;

/** One read before the loop; each failed swap gives the next turn its value (generic.h of PostgreSQL). */
final class ContinuingCasStrategy extends AtomicStrategy {
    ContinuingCasStrategy() {
        super("continuing-cas");
    }

    @Override
    int exchange32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = Words.compareExchange32(segment, offset, seen, value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    int fetchAdd32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = Words.compareExchange32(segment, offset, seen, seen + value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    int fetchAnd32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = Words.compareExchange32(segment, offset, seen, seen & value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    int fetchOr32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = Words.compareExchange32(segment, offset, seen, seen | value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    int fetchXor32(MemorySegment segment, long offset, int value) {
        int seen = Words.read32(segment, offset);
        while (true) {
            int witness = Words.compareExchange32(segment, offset, seen, seen ^ value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    long exchange64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = Words.compareExchange64(segment, offset, seen, value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    long fetchAdd64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = Words.compareExchange64(segment, offset, seen, seen + value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    long fetchAnd64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = Words.compareExchange64(segment, offset, seen, seen & value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    long fetchOr64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = Words.compareExchange64(segment, offset, seen, seen | value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }

    @Override
    long fetchXor64(MemorySegment segment, long offset, long value) {
        long seen = Words.read64(segment, offset);
        while (true) {
            long witness = Words.compareExchange64(segment, offset, seen, seen ^ value);
            if (witness == seen) {
                return Words.fenced(seen);
            }
            seen = witness;
        }
    }
}
