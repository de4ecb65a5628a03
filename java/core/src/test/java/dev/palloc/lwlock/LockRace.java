package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Writers, readers and impatient ones on one lock, as many rounds as there is time. A program for JVMs of all kinds. */
public final class LockRace {
    private static final int THREADS = 5;
    private static final long MILLIS = 1_500;
    /** A wakeup that is lost shows as threads that do not end. */
    private static final long PATIENCE_SECONDS = 60;

    private final LWLocks locks;
    private final LWLock lock;
    private final long data;
    private volatile boolean over;
    private volatile String wrong;
    private final long[] written = new long[THREADS];

    private LockRace(SharedArena arena) {
        locks = LWLocks.open(arena, "race", THREADS);
        lock = locks.tranche("race", 1).lock(0);
        data = arena.initStruct("data", 128, 128).address();
    }

    /** Prints what is wrong and exits with 1, or prints how often the lock was held exclusively. */
    public static void main(String[] arguments) throws InterruptedException {
        SharedArena arena = SharedArena.create(Platform.get(), 1 << 20, AlignmentPolicy.CACHELINE_128);
        LockRace race = new LockRace(arena);
        String wrong = race.run();
        System.out.println(wrong == null ? race.sum() + " writes" : wrong);
        System.exit(wrong == null ? 0 : 1);
    }

    private long sum() {
        long sum = 0;
        for (long count : written) {
            sum += count;
        }
        return sum;
    }

    private String run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            threads.add(Thread.ofPlatform().daemon().start(() -> work(number)));
        }
        Thread.sleep(MILLIS);
        over = true;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        for (Thread thread : threads) {
            thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            if (thread.isAlive()) {
                return "a thread does not end: " + lock + "\n" + dump();
            }
        }
        if (wrong == null && RawMemory.getLong(data) != sum()) {
            wrong = "writes were lost: " + RawMemory.getLong(data) + " of " + sum();
        }
        if (wrong == null && RawMemory.getInt(lock.address() + 4) != 1 << 30) {
            wrong = "the state at the end is 0x" + Integer.toHexString(RawMemory.getInt(lock.address() + 4));
        }
        return wrong;
    }

    private void work(int number) {
        try (Participant me = locks.join()) {
            for (int round = 0; !over; round++) {
                boolean exclusive = (round + number) % 3 == 0;
                LWLockMode mode = exclusive ? EXCLUSIVE : SHARED;
                if (round % 7 == 0) {
                    if (!lock.tryAcquire(me, mode, 20, TimeUnit.MICROSECONDS)) {
                        continue;
                    }
                } else {
                    lock.acquire(me, mode);
                }
                if (exclusive) {
                    RawMemory.putLong(data, RawMemory.getLong(data) + 1);
                    RawMemory.putLong(data + 64, RawMemory.getLong(data + 64) + 1);
                    written[number]++;
                } else if (RawMemory.getLong(data) != RawMemory.getLong(data + 64)) {
                    wrong = "a reader saw half of a write";
                }
                lock.release(me, mode);
            }
        } catch (InterruptedException | RuntimeException e) {
            wrong = e.toString();
        }
    }

    private static String dump() {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            text.append(entry.getKey()).append('\n');
            for (StackTraceElement frame : entry.getValue()) {
                text.append("  ").append(frame).append('\n');
            }
        }
        return text.toString();
    }
}
