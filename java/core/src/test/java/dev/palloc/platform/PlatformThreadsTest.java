package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class PlatformThreadsTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2_000;
    private static final int LITMUS_ROUNDS = 50_000;

    /** A segment on its way to the thread that frees it: first and last byte hold the mark. */
    private record Parcel(long address, long size, byte mark) {
        void write() {
            RawMemory.fill(address, size, mark);
        }

        void check() {
            assertThat(RawMemory.getByte(address)).isEqualTo(mark);
            assertThat(RawMemory.getByte(address + size - 1)).isEqualTo(mark);
        }
    }

    @OnBothPlatforms
    void aSegmentIsFreedAndItsMemoryAskedForAgainByAnotherThread(String name) throws Exception {
        Platform platform = Platform.of(name);
        long mine = platform.allocate(4096, 64);
        RawMemory.putLong(mine, 42);

        Callable<Long> successor = () -> {
            assertThat(RawMemory.getLong(mine)).isEqualTo(42);
            platform.free(mine, 4096);
            long address = platform.allocateZeroed(4096, 64);
            assertThat(RawMemory.getLong(address)).isZero();
            RawMemory.putLong(address, 43);
            return address;
        };
        long theirs = together(List.of(successor)).get(0);

        assertThat(RawMemory.getLong(theirs)).isEqualTo(43);
        platform.free(theirs, 4096);
    }

    @OnBothPlatforms
    void threadsFreeWhatOthersAllocated(String name) throws Exception {
        Platform platform = Platform.of(name);
        BlockingQueue<Parcel> inTransit = new ArrayBlockingQueue<>(64);
        List<Callable<Integer>> work = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int seed = thread;
            work.add(() -> {
                Random random = new Random(seed);
                int freed = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    long size = 1 + random.nextInt(5000);
                    Parcel parcel = new Parcel(platform.allocate(size, 8L << random.nextInt(6)), size, (byte) round);
                    parcel.write();
                    // Never blocks, so that no end of the race can hang: what does not fit is freed here.
                    Parcel other = inTransit.offer(parcel) ? inTransit.poll() : parcel;
                    if (other != null) {
                        other.check();
                        platform.free(other.address(), other.size());
                        freed++;
                    }
                }
                return freed;
            });
        }

        int freed = together(work).stream().mapToInt(Integer::intValue).sum();

        for (Parcel left : inTransit) {
            left.check();
            platform.free(left.address(), left.size());
        }
        assertThat(freed + inTransit.size()).isEqualTo(THREADS * ROUNDS);
    }

    /**
     * Two threads: each writes its own word and then, past the barrier, reads the other's. Not both may miss the write,
     * as they do without the barrier, when the read overtakes a write that waits for its cache line.
     *
     * <p>They meet before each round and the words lie on lines that the other thread read last: only then is the write
     * slow enough.
     */
    @OnBothPlatforms
    void theBarrierKeepsAReadBehindAWrite(String name) throws Exception {
        Platform platform = Platform.of(name);
        long words = platform.allocateZeroed(512, 256);
        int[][] read = new int[2][LITMUS_ROUNDS];
        AtomicInteger meetings = new AtomicInteger();
        AtomicInteger rounds = new AtomicInteger(LITMUS_ROUNDS);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        List<Callable<Integer>> work = new ArrayList<>();
        for (int thread = 0; thread < 2; thread++) {
            int me = thread;
            work.add(() -> {
                for (int round = 1; round <= rounds.get(); round++) {
                    if (me == 0 && round % 64 == 0 && System.nanoTime() > deadline) {
                        rounds.set(round);
                    }
                    meet(meetings, 4 * round - 2);
                    RawMemory.putInt(words + me * 256L, round);
                    platform.fullBarrier();
                    read[me][round - 1] = RawMemory.getInt(words + (1 - me) * 256L);
                    meet(meetings, 4 * round);
                }
                return 0;
            });
        }

        together(work);

        int bothMissed = 0;
        for (int round = 1; round <= rounds.get(); round++) {
            if (read[0][round - 1] != round && read[1][round - 1] != round) {
                bothMissed++;
            }
        }
        platform.free(words, 512);
        assertThat(bothMissed)
                .as("rounds of %d in which both reads went before both writes", rounds.get())
                .isZero();
    }

    private static void meet(AtomicInteger meetings, int arrivals) {
        meetings.incrementAndGet();
        for (int looks = 1; meetings.get() < arrivals; looks++) {
            if (looks % 1000 == 0) {
                Thread.yield();
            }
        }
    }

    private static <T> List<T> together(List<Callable<T>> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(work.size());
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> one : threads.invokeAll(work, 200, TimeUnit.SECONDS)) {
                results.add(one.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
