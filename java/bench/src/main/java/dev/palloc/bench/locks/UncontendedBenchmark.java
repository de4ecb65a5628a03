package dev.palloc.bench.locks;

import dev.palloc.atomic.SpinLock;
import dev.palloc.lwlock.LWLock;
import dev.palloc.lwlock.LWLockMode;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.lwlock.Participant;
import dev.palloc.platform.Platform;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A lock that nobody else wants is taken and released, as its user would write it. Between the two a field is changed, so
 * that the compiler cannot make one pair of two. Atomic instructions are never dead.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class UncontendedBenchmark {
    /** What the exclusive ones are compared with. */
    public static final String BASE_EXCLUSIVE = "reentrantWriteLock";

    /** What the shared ones are compared with. */
    public static final String BASE_SHARED = "reentrantReadLock";

    private static final long BYTES = 1 << 20;

    private final ReentrantLock reentrantLock = new ReentrantLock();
    private final ReadWriteLock reentrant = new ReentrantReadWriteLock();
    private final Lock reentrantRead = reentrant.readLock();
    private final Lock reentrantWrite = reentrant.writeLock();
    private final StampedLock stamped = new StampedLock();
    private final Object monitor = new Object();

    private SharedArena arena;
    private LWLock lock;
    private Participant me;
    private Lock viewRead;
    private Lock viewWrite;
    private long spin;
    private long protectedField;

    /** For JMH. */
    public UncontendedBenchmark() {}

    /** Makes our locks; those of the JDK are there. */
    @Setup(Level.Trial)
    public void open() {
        arena = SharedArena.create(Platform.get(), BYTES, AlignmentPolicy.CACHELINE_128);
        LWLocks locks = LWLocks.open(arena, "measured", 16);
        lock = locks.tranche("measured", 1).lock(0);
        me = locks.join();
        viewRead = lock.asReadWriteLock().readLock();
        viewWrite = lock.asReadWriteLock().writeLock();
        spin = arena.initStruct("spinlock", Integer.BYTES, 128).address();
    }

    /** Ours. */
    @Benchmark
    public void lwlockExclusive() {
        lock.acquire(me, LWLockMode.EXCLUSIVE);
        protectedField++;
        lock.release(me);
    }

    /** Ours. */
    @Benchmark
    public void lwlockShared() {
        lock.acquire(me, LWLockMode.SHARED);
        protectedField++;
        lock.release(me);
    }

    /** Ours, by the interface of the JDK. */
    @Benchmark
    public void lwlockViewExclusive() {
        viewWrite.lock();
        protectedField++;
        viewWrite.unlock();
    }

    /** Ours, by the interface of the JDK. */
    @Benchmark
    public void lwlockViewShared() {
        viewRead.lock();
        protectedField++;
        viewRead.unlock();
    }

    /** Ours. */
    @Benchmark
    public void spinLock() {
        SpinLock.acquire(spin);
        protectedField++;
        SpinLock.release(spin);
    }

    /** The JDK's. */
    @Benchmark
    public void reentrantLock() {
        reentrantLock.lock();
        protectedField++;
        reentrantLock.unlock();
    }

    /** The JDK's. */
    @Benchmark
    public void reentrantWriteLock() {
        reentrantWrite.lock();
        protectedField++;
        reentrantWrite.unlock();
    }

    /** The JDK's. */
    @Benchmark
    public void reentrantReadLock() {
        reentrantRead.lock();
        protectedField++;
        reentrantRead.unlock();
    }

    /** The JDK's. */
    @Benchmark
    public void stampedWriteLock() {
        long stamp = stamped.writeLock();
        protectedField++;
        stamped.unlockWrite(stamp);
    }

    /** The JDK's. */
    @Benchmark
    public void stampedReadLock() {
        long stamp = stamped.readLock();
        protectedField++;
        stamped.unlockRead(stamp);
    }

    /** The JDK's. */
    @Benchmark
    public void monitor() {
        synchronized (monitor) {
            protectedField++;
        }
    }

    /** Gives the arena back. */
    @TearDown(Level.Trial)
    public void close() {
        me.close();
        arena.close();
    }
}
