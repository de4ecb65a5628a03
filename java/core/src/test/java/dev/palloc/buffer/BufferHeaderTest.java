package dev.palloc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferHeaderTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 20_000;

    private final Arena arena = Arena.ofShared();
    private final long header =
            arena.allocate(BufferHeader.BYTES, BufferHeader.BYTES).address();

    @AfterEach
    void close() {
        arena.close();
    }

    private void put(int state) {
        RawMemory.putInt(header + BufferHeader.STATE_OFFSET, state);
    }

    @Test
    void theLockIsTakenAndGivenBackWithANewState() {
        put(BufferState.VALID | 3);

        int locked = BufferHeader.lock(header);

        assertThat(locked).isEqualTo(BufferState.VALID | BufferState.LOCKED | 3);
        assertThat(BufferHeader.state(header)).isEqualTo(locked);
        BufferHeader.unlock(header, locked | BufferState.DIRTY);
        assertThat(BufferHeader.state(header)).isEqualTo(BufferState.VALID | BufferState.DIRTY | 3);
    }

    @Test
    void pinsAreCountedAndUsesUpToFive() {
        for (int i = 1; i <= 8; i++) {
            int state = BufferHeader.pin(header, false);
            assertThat(state).isEqualTo(BufferHeader.state(header)).isEqualTo(i | Math.min(i, 5) << 18);
        }
        for (int i = 7; i >= 0; i--) {
            assertThat(BufferHeader.unpin(header)).isEqualTo(i | 5 << 18);
        }
        put(0);
        BufferHeader.pin(header, true);
        assertThat(BufferHeader.pin(header, true)).isEqualTo(2 | 1 << 18);
        BufferHeader.pinLocked(header, BufferHeader.lock(header));
        assertThat(BufferHeader.state(header)).isEqualTo(3 | 1 << 18);
    }

    @Test
    void flagsAreAddedAndTheStateBeforeReturned() {
        put(BufferState.DIRTY | 1);
        int both = BufferState.DIRTY | BufferState.JUST_DIRTIED;

        assertThat(BufferHeader.set(header, both)).isEqualTo(BufferState.DIRTY | 1);
        assertThat(BufferHeader.set(header, both)).isEqualTo(both | 1);
        assertThat(BufferHeader.state(header)).isEqualTo(both | 1);
    }

    @Test
    void whileItIsLockedNobodyElseWrites() throws InterruptedException {
        put(1);
        int locked = BufferHeader.lock(header);
        List<Thread> others = new ArrayList<>();
        List<Runnable> calls = List.of(
                () -> BufferHeader.pin(header, false),
                () -> BufferHeader.unpin(header),
                () -> BufferHeader.set(header, BufferState.DIRTY),
                () -> BufferHeader.unlock(header, BufferHeader.lock(header) | BufferState.VALID),
                () -> BufferHeader.awaitUnlocked(header));
        CountDownLatch running = new CountDownLatch(calls.size());
        for (Runnable call : calls) {
            Thread other = new Thread(() -> {
                running.countDown();
                call.run();
            });
            others.add(other);
            other.start();
        }
        running.await();
        for (int i = 0; i < 50; i++) {
            Thread.sleep(1);
            assertThat(BufferHeader.state(header)).isEqualTo(locked);
        }
        assertThat(others).allMatch(Thread::isAlive);

        BufferHeader.unlock(header, locked);

        for (Thread other : others) {
            other.join();
        }
        assertThat(BufferHeader.state(header)).isEqualTo(BufferState.DIRTY | BufferState.VALID | 1 << 18 | 1);
    }

    /** The sums at the end are wrong if any update is lost, by a swap or by the plain store of the lock's holder. */
    @Test
    void noUpdateIsLost() throws InterruptedException {
        AtomicInteger counted = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> {
                for (int round = 0; round < ROUNDS; round++) {
                    BufferHeader.pin(header, false);
                    int locked = BufferHeader.lock(header);
                    // In a field that only the lock protects.
                    int waiter = RawMemory.getInt(header + BufferHeader.WAITER_OFFSET);
                    RawMemory.putInt(header + BufferHeader.WAITER_OFFSET, waiter + 1);
                    BufferHeader.pinLocked(header, locked);
                    BufferHeader.set(header, BufferState.DIRTY);
                    BufferHeader.unpin(header);
                    BufferHeader.unpin(header);
                    counted.incrementAndGet();
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(RawMemory.getInt(header + BufferHeader.WAITER_OFFSET)).isEqualTo(counted.get());
        assertThat(counted).hasValue(THREADS * ROUNDS);
        assertThat(BufferHeader.state(header)).isEqualTo(BufferState.DIRTY | 5 << 18);
    }
}
