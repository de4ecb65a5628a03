import dev.palloc.atomic.Atomic64;
import dev.palloc.lwlock.LWLock;
import dev.palloc.lwlock.LWLockMode;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.lwlock.Participant;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Four threads move money between two off-heap accounts under a lightweight lock, and a fifth looks on. */
public class Locks {
    private static final int THREADS = 4;
    private static final int TRANSFERS = 100_000;

    public static void main(String[] args) throws InterruptedException {
        try (SharedArena arena = SharedArena.create(Platform.get(), 1 << 20, AlignmentPolicy.CACHELINE_128)) {
            LWLocks locks = LWLocks.open(arena, "bank locks", 100);
            LWLock lock = locks.tranche("accounts", 16).lock(3);
            long accounts = arena.initStruct("accounts", 16).address();
            long transfers = arena.initStruct("transfers", 8).address();
            RawMemory.putLong(accounts, 1_000_000);

            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofPlatform().start(() -> move(locks, lock, accounts, transfers)));
            }
            threads.add(Thread.ofVirtual().start(() -> lookOn(lock, accounts)));
            for (Thread thread : threads) {
                thread.join();
            }
            System.out.println(Atomic64.read(transfers) + " transfers, " + RawMemory.getLong(accounts) + " and "
                    + RawMemory.getLong(accounts + 8) + " left");

            try (Participant me = locks.join()) {
                lock.acquire(me, LWLockMode.EXCLUSIVE);
                System.out.println(lock);
                lock.acquire(me, LWLockMode.SHARED);
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    private static void move(LWLocks locks, LWLock lock, long accounts, long transfers) {
        try (Participant me = locks.join()) { // one a thread
            for (int i = 0; i < TRANSFERS; i++) {
                lock.acquire(me, LWLockMode.EXCLUSIVE);
                RawMemory.putLong(accounts, RawMemory.getLong(accounts) - 1);
                RawMemory.putLong(accounts + 8, RawMemory.getLong(accounts + 8) + 1);
                lock.release(me);
                Atomic64.fetchAdd(transfers, 1);
            }
        }
    }

    /** By the interface of the JDK, which existing code may know already. */
    private static void lookOn(LWLock lock, long accounts) {
        var shared = lock.asReadWriteLock().readLock();
        for (int i = 0; i < 100; i++) {
            try {
                if (shared.tryLock(1, TimeUnit.SECONDS)) {
                    try {
                        long sum = RawMemory.getLong(accounts) + RawMemory.getLong(accounts + 8);
                        if (sum != 1_000_000) {
                            throw new AssertionError("money is " + sum);
                        }
                    } finally {
                        shared.unlock();
                    }
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
