package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ConcurrencyTest {
    private static final int THREADS = 8;
    private static final int SHARED_NAMES = 150;
    private static final int OWN_NAMES = 100;
    private static final long TOTAL = 4 << 20;

    /** The index begins with one entry, so it grows under the race many times. */
    @OnEachPlatform
    void eachNameIsMadeOnceAndFoundByAllOthers(Platform platform) throws Exception {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, AlignmentPolicy.MAXALIGN, 1)) {
            List<List<SharedStruct>> results = race(thread -> () -> {
                // A handle of its own for every other thread: the locks are in the segment.
                SharedArena handle = thread % 2 == 0 ? arena : SharedArena.attach(platform, arena.address());
                List<SharedStruct> structs = new ArrayList<>();
                for (int i = 0; i < SHARED_NAMES; i++) {
                    // Every thread begins elsewhere.
                    int name = (i + thread * 19) % SHARED_NAMES;
                    structs.add(handle.initStruct("shared " + name, 40 + name));
                    if (i < OWN_NAMES) {
                        structs.add(handle.initStruct("of " + thread + ": " + i, 24));
                    }
                    RawMemory.putLong(handle.allocate(8), -1);
                }
                if (handle != arena) {
                    handle.close();
                }
                return structs;
            });

            Map<String, Integer> made = new HashMap<>();
            Map<String, Long> offsets = new HashMap<>();
            for (SharedStruct struct : results.stream().flatMap(List::stream).toList()) {
                made.merge(struct.name(), struct.found() ? 0 : 1, Integer::sum);
                assertThat(offsets.computeIfAbsent(struct.name(), name -> struct.offset()))
                        .as(struct.name())
                        .isEqualTo(struct.offset());
            }
            assertThat(made).hasSize(SHARED_NAMES + THREADS * OWN_NAMES);
            assertThat(made.values()).containsOnly(1);
            assertThat(arena.allocations().named()).hasSize(made.size());
            ArenaAssertions.assertConsistent(arena.allocations());
            ArenaAssertions.assertLocksFree(arena);
        }
    }

    @OnEachPlatform
    void piecesAllocatedInParallelAreDisjoint(Platform platform) throws Exception {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, AlignmentPolicy.MAXALIGN, 1)) {
            List<List<Long>> results = race(thread -> () -> {
                List<Long> pieces = new ArrayList<>();
                long piece;
                while ((piece = arena.allocateOrZero(16)) != 0) {
                    // Read what is there first: a piece handed out twice is not zero the second time.
                    assertThat(RawMemory.getLong(piece)).isZero();
                    RawMemory.putLong(piece, thread + 1);
                    pieces.add(piece);
                }
                return pieces;
            });
            long count = 0;
            for (int thread = 0; thread < THREADS; thread++) {
                for (long piece : results.get(thread)) {
                    assertThat(RawMemory.getLong(piece)).isEqualTo(thread + 1);
                }
                count += results.get(thread).size();
            }
            // 184 bytes of header and index for one name, then nothing lost.
            assertThat(count).isEqualTo((TOTAL - 184) / 16);
            assertThat(results.stream().flatMap(List::stream).distinct().count())
                    .isEqualTo(count);
        }
    }

    /** The view is taken while others allocate, and adds up each time. */
    @OnEachPlatform
    void theViewAddsUpWhileOthersAllocate(Platform platform) throws Exception {
        try (SharedArena arena = SharedArena.create(platform, TOTAL, AlignmentPolicy.MAXALIGN, 1)) {
            race(thread -> () -> {
                for (int i = 0; i < 200; i++) {
                    if (thread < 2) {
                        AllocationsView view = arena.allocations();
                        ArenaAssertions.assertConsistent(view);
                        assertThat(view.rows())
                                .filteredOn(Allocation::isAnonymous)
                                .allMatch(row -> row.size() >= 184);
                    } else {
                        arena.initStruct("of " + thread + ": " + i, 8 + i);
                        arena.allocate(100);
                    }
                }
                return thread;
            });
        }
    }

    private static <T> List<T> race(IntFunction<Callable<T>> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Callable<T> body = task.apply(thread);
                futures.add(threads.submit(() -> {
                    start.await();
                    return body.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(60, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
