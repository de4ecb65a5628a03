package dev.palloc.atomic;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Threads that change one word at the same time, by each strategy. What comes out is known: sums, unique tickets, each
 * bit set once. A program too, for JVMs with other compilers.
 */
public final class AtomicRace {
    private static final int THREADS = 4;
    private static final int TICKETS = 4_000;
    /** Bits that are set and cleared; each thread has those that are its number modulo the threads. */
    private static final int BITS = 64;

    private final AtomicStrategy strategy;
    private final long word;
    private volatile String wrong;

    private AtomicRace(AtomicStrategy strategy, long word) {
        this.strategy = strategy;
        this.word = word;
    }

    /** Prints what is wrong, and exits with the number of faults. */
    public static void main(String[] arguments) {
        List<String> faults = run();
        faults.forEach(System.out::println);
        System.exit(faults.size());
    }

    static List<String> run() {
        List<String> faults = new ArrayList<>();
        Platform platform = Platform.get();
        for (AtomicStrategy strategy : AtomicStrategy.available()) {
            long word = platform.allocateZeroed(128, 128);
            AtomicRace race = new AtomicRace(strategy, word);
            race.addAndSubtract();
            race.tickets();
            race.bits();
            race.exchange();
            race.swap();
            if (race.wrong != null) {
                faults.add(strategy + ": " + race.wrong);
            }
            platform.free(word, 128);
        }
        return faults;
    }

    private void expect(String what, long expected) {
        long actual = RawMemory.getLong(word);
        if (actual != expected) {
            wrong = what + " came to " + actual + " in place of " + expected;
        }
        RawMemory.putLong(word, 0);
    }

    private void addAndSubtract() {
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                strategy.fetchAdd64(word, (1L << 40) + 3);
                strategy.fetchSub64(word, 1);
            }
        });
        expect("additions", THREADS * TICKETS * ((1L << 40) + 2));
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                strategy.fetchAdd32(word + 4, 3);
                strategy.fetchSub32(word + 4, 1);
            }
        });
        expect("additions of 32 bits", ((long) THREADS * TICKETS * 2) << 32);
    }

    private void tickets() {
        boolean[] taken = new boolean[THREADS * TICKETS];
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                int ticket = strategy.fetchAdd32(word, 1);
                if (taken[ticket]) {
                    wrong = "ticket " + ticket + " was given out twice";
                }
                taken[ticket] = true;
            }
        });
        expect("tickets", THREADS * TICKETS);
    }

    private void bits() {
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                long bit = 1L << (i * THREADS + thread) % BITS;
                check((strategy.fetchOr64(word, bit) & bit) == 0, "a bit was set before its only setter set it");
                check((strategy.fetchXor64(word, bit) & bit) != 0, "a bit was lost");
                check((strategy.fetchXor64(word, bit) & bit) == 0, "a flip was lost");
                check((strategy.fetchAnd64(word, ~bit) & bit) != 0, "a bit was lost after two flips");
            }
        });
        expect("bits set and cleared", 0);
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                int bit = 1 << (i * THREADS + thread) % Integer.SIZE;
                check((strategy.fetchOr32(word, bit) & bit) == 0, "a bit was set before its only setter set it");
                check((strategy.fetchAnd32(word, ~bit) & bit) != 0, "a bit was lost");
                check((strategy.fetchXor32(word, bit) & bit) == 0, "a cleared bit came back");
                check((strategy.fetchXor32(word, bit) & bit) != 0, "a flip was lost");
            }
        });
        expect("bits of 32 set and cleared", 0);
    }

    /** Every value goes in once, so it must come out once, or be there at the end. */
    private void exchange() {
        boolean[] seen = new boolean[THREADS * TICKETS + 1];
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                int before = (int) strategy.exchange64(word, thread * TICKETS + i + 1);
                if (before != 0) {
                    check(!seen[before], "a value came out of two exchanges");
                    seen[before] = true;
                }
            }
        });
        seen[(int) RawMemory.getLong(word)] = true;
        for (int value = 1; value < seen.length; value++) {
            check(seen[value], "value " + value + " was lost in an exchange");
        }
        RawMemory.putLong(word, 0);
    }

    private void swap() {
        inParallel(thread -> {
            for (int i = 0; i < TICKETS; i++) {
                long seen = RawMemory.getLongAcquire(word);
                long witness;
                while ((witness = strategy.compareExchange64(word, seen, seen + 5)) != seen) {
                    seen = witness;
                }
            }
        });
        expect("swaps", 5L * THREADS * TICKETS);
    }

    private void check(boolean condition, String otherwise) {
        if (!condition) {
            wrong = otherwise;
        }
    }

    private void inParallel(IntConsumer work) {
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> {
                try {
                    start.await();
                    work.accept(number);
                } catch (InterruptedException | RuntimeException e) {
                    wrong = e.toString();
                }
            }));
        }
        start.countDown();
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
