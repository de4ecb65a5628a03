package dev.palloc.bench.atomics;

import dev.palloc.atomic.AtomicStrategy;

/** The operations that are measured; the names are those of atomics.h. */
public enum Operation {
    /** Adds 1. */
    FETCH_ADD {
        @Override
        int run32(AtomicStrategy strategy, long address, int rounds) {
            int sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchAdd32(address, 1);
            }
            return sum;
        }

        @Override
        long run64(AtomicStrategy strategy, long address, int rounds) {
            long sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchAdd64(address, 1);
            }
            return sum;
        }
    },

    /** Sets one bit after the other. */
    FETCH_OR {
        @Override
        int run32(AtomicStrategy strategy, long address, int rounds) {
            int sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchOr32(address, 1 << i);
            }
            return sum;
        }

        @Override
        long run64(AtomicStrategy strategy, long address, int rounds) {
            long sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchOr64(address, 1L << i);
            }
            return sum;
        }
    },

    /** Clears one bit after the other. */
    FETCH_AND {
        @Override
        int run32(AtomicStrategy strategy, long address, int rounds) {
            int sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchAnd32(address, ~(1 << i));
            }
            return sum;
        }

        @Override
        long run64(AtomicStrategy strategy, long address, int rounds) {
            long sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.fetchAnd64(address, ~(1L << i));
            }
            return sum;
        }
    },

    /** Stores the number of the round. */
    EXCHANGE {
        @Override
        int run32(AtomicStrategy strategy, long address, int rounds) {
            int sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.exchange32(address, i);
            }
            return sum;
        }

        @Override
        long run64(AtomicStrategy strategy, long address, int rounds) {
            long sum = 0;
            for (int i = 0; i < rounds; i++) {
                sum += strategy.exchange64(address, i);
            }
            return sum;
        }
    },

    /** Goes up by 1 from the witness of the swap before; alone, every swap succeeds but the first. */
    COMPARE_EXCHANGE {
        @Override
        int run32(AtomicStrategy strategy, long address, int rounds) {
            int expected = 0;
            for (int i = 0; i < rounds; i++) {
                int witness = strategy.compareExchange32(address, expected, expected + 1);
                expected = witness == expected ? expected + 1 : witness;
            }
            return expected;
        }

        @Override
        long run64(AtomicStrategy strategy, long address, int rounds) {
            long expected = 0;
            for (int i = 0; i < rounds; i++) {
                long witness = strategy.compareExchange64(address, expected, expected + 1);
                expected = witness == expected ? expected + 1 : witness;
            }
            return expected;
        }
    };

    abstract int run32(AtomicStrategy strategy, long address, int rounds);

    abstract long run64(AtomicStrategy strategy, long address, int rounds);
}
