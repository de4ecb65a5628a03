package dev.palloc.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Work in other threads. */
final class TestThreads {
    static final int COUNT = 6;
    static final long SEED = 20_260_103;

    private TestThreads() {}

    interface Body {
        void run(int thread, Random random) throws Exception;
    }

    /** What an action throws in another thread, named "stranger"; null if nothing. */
    static Throwable thrownElsewhere(Runnable action) throws InterruptedException {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (Throwable e) {
                        thrown.set(e);
                    }
                },
                "stranger");
        thread.start();
        thread.join();
        return thrown.get();
    }

    static void race(Body body) throws Exception {
        race(Thread.ofPlatform().factory(), body);
    }

    /** Runs a body in {@value #COUNT} threads at once, each with numbers of its own. What one throws fails the test. */
    static void race(ThreadFactory factory, Body body) throws Exception {
        ExecutorService threads = Executors.newThreadPerTaskExecutor(factory);
        CyclicBarrier start = new CyclicBarrier(COUNT);
        try {
            List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                int thread = i;
                futures.add(threads.submit(() -> {
                    start.await();
                    body.run(thread, new Random(SEED + thread));
                    return null;
                }));
            }
            for (Future<?> future : futures) {
                future.get(200, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
