package dev.palloc.bench.locks;

import dev.palloc.platform.Platform;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/** Threads that want one lock, over and over, for some time. */
final class Contest {
    private static final long SMALL = 1 << 20;
    private static final long BYTES_A_PARTICIPANT = 256;
    /** Few, since each of many threads has a histogram; the longest wait is kept apart. */
    private static final int DIGITS = 1;

    /**
     * What came out.
     *
     * @param nanos of the whole
     * @param waits nanoseconds from wanting the lock to holding it, to a tenth
     * @param longest of these, exactly
     * @param shares how often each thread held it
     */
    record Outcome(long nanos, Histogram waits, long longest, long[] shares) {
        long acquisitions() {
            return waits.getTotalCount();
        }

        /** Jain's index: 1 if all had the same, 1/n if one had all. */
        double fairness() {
            double sum = 0;
            double squares = 0;
            for (long share : shares) {
                sum += share;
                squares += (double) share * share;
            }
            return sum == 0 ? 1 : sum * sum / (shares.length * squares);
        }
    }

    private final Supplier<Holder> holders;
    private final Section section;
    private final int threads;
    private final CountDownLatch ready;
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean over;
    private volatile Throwable failure;

    private Contest(LockKind kind, SharedArena arena, int threads) {
        this.holders = kind.open(arena, threads);
        this.section = LockKind.section(arena);
        this.threads = threads;
        this.ready = new CountDownLatch(threads);
    }

    static Outcome run(LockKind kind, int threads, ThreadFactory factory, long millis) throws InterruptedException {
        long bytes = SMALL + threads * BYTES_A_PARTICIPANT;
        try (SharedArena arena = SharedArena.create(Platform.get(), bytes, AlignmentPolicy.CACHELINE_128)) {
            return new Contest(kind, arena, threads).run(factory, millis);
        }
    }

    private Outcome run(ThreadFactory factory, long millis) throws InterruptedException {
        long[] shares = new long[threads];
        Histogram all = new Histogram(DIGITS);
        long[] longest = new long[threads];
        List<Thread> started = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            Thread thread = factory.newThread(() -> take(number, shares, longest, all));
            started.add(thread);
            thread.start();
        }
        ready.await();
        long begin = System.nanoTime();
        start.countDown();
        TimeUnit.MILLISECONDS.sleep(millis);
        over = true;
        long nanos = System.nanoTime() - begin;
        for (Thread thread : started) {
            thread.join();
        }
        if (failure != null) {
            throw new IllegalStateException("a thread failed: " + failure, failure);
        }
        if (section.entered() != all.getTotalCount()) {
            throw new IllegalStateException("the lock let two in: the section was entered " + all.getTotalCount()
                    + " times, and counted " + section.entered());
        }
        return new Outcome(nanos, all, Arrays.stream(longest).max().orElseThrow(), shares);
    }

    private void take(int number, long[] shares, long[] longest, Histogram all) {
        Histogram waits = new Histogram(DIGITS);
        long count = 0;
        long most = 0;
        try {
            Holder holder = holders.get();
            ready.countDown();
            start.await();
            while (!over) {
                long wanted = System.nanoTime();
                long waited = holder.hold(section) - wanted;
                waits.recordValue(waited);
                most = Math.max(most, waited);
                count++;
            }
            holder.leave();
        } catch (InterruptedException | RuntimeException | Error e) {
            failure = e;
            ready.countDown();
        }
        shares[number] = count;
        longest[number] = most;
        synchronized (all) {
            all.add(waits);
        }
    }
}
