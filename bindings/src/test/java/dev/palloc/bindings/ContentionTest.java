package dev.palloc.bindings;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The intrinsics are atomic between threads: a plain read and write in their place would lose updates here. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ContentionTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 50_000;

    @BeforeAll
    static void load() {
        CLayer.load();
    }

    private interface Work {
        /** What this thread should have added. */
        long run(MemorySegment cell);
    }

    @Test
    void additionLosesNothing() throws Exception {
        agree(cell -> {
            for (int i = 0; i < ROUNDS; i++) {
                palloc_h.palloc_fetch_add_u64(cell, 3);
                palloc_h.palloc_fetch_sub_u64(cell, 1);
            }
            return 2L * ROUNDS;
        });
    }

    @Test
    void additionOf32BitsLosesNothing() throws Exception {
        agree(cell -> {
            for (int i = 0; i < ROUNDS; i++) {
                palloc_h.palloc_fetch_add_u32(cell, 3);
                palloc_h.palloc_fetch_sub_u32(cell, 1);
            }
            return 2L * ROUNDS;
        });
    }

    @Test
    void compareAndSwapSucceedsForOneThreadAtATime() throws Exception {
        agree(cell -> {
            long won = 0;
            for (int i = 0; i < ROUNDS; i++) {
                long seen = palloc_h.palloc_load_acquire_u64(cell);
                won += palloc_h.palloc_bool_compare_and_swap_u64(cell, seen, seen + 1) != 0 ? 1 : 0;
                won += palloc_h.palloc_val_compare_and_swap_u64(cell, seen + 1, seen + 2) == seen + 1 ? 1 : 0;
            }
            return won;
        });
    }

    /** The lock is one word, what it protects is the other. */
    @Test
    void testAndSetLockExcludes() throws Exception {
        agree(cell -> {
            MemorySegment lock = cell.asSlice(8);
            for (int i = 0; i < ROUNDS / 10; i++) {
                while (palloc_h.palloc_lock_test_and_set_u32(lock, 1) != 0) {
                    palloc_h.palloc_spin_hint();
                }
                cell.set(palloc_h.C_LONG, 0, cell.get(palloc_h.C_LONG, 0) + 1);
                palloc_h.palloc_lock_release_u32(lock);
            }
            return ROUNDS / 10;
        });
    }

    /** Runs the work in all threads at once, on a cell that is 0 at first and must end as the sum of what was added. */
    private static void agree(Work work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment cell = arena.allocate(16, 16);
            CyclicBarrier start = new CyclicBarrier(THREADS);
            Callable<Long> task = () -> {
                start.await();
                return work.run(cell);
            };
            List<Future<Long>> added = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                added.add(threads.submit(task));
            }
            long sum = 0;
            for (Future<Long> each : added) {
                sum += each.get();
            }
            assertThat(cell.get(palloc_h.C_LONG, 0)).isEqualTo(sum);
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(10, TimeUnit.SECONDS);
        }
    }
}
