package dev.palloc.lwlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The locks of the JDK's interfaces: contracts of Lock and ReadWriteLock, and threads that take part by themselves. */
@Timeout(300)
class LockViewsTest {
    private final LockFixture fixture = new LockFixture();
    private final LWLock lock = fixture.lock;
    private final Lock exclusive = lock.asLock();
    private final ReadWriteLock both = lock.asReadWriteLock();

    @AfterEach
    void close() {
        fixture.close();
    }

    private static <T> T elsewhere(Callable<T> work) throws Exception {
        return LockFixture.result(LockFixture.start(work));
    }

    private static boolean triedElsewhere(Lock view) throws Exception {
        return elsewhere(() -> view.tryLock());
    }

    @Test
    void lockKeepsOthersOutUntilUnlock() throws Exception {
        exclusive.lock();
        assertThat(lock.isHeldExclusively()).isTrue();
        assertThat(triedElsewhere(exclusive)).isFalse();
        assertThat(triedElsewhere(both.readLock())).isFalse();
        assertThat(elsewhere(() -> exclusive.tryLock(1, TimeUnit.MILLISECONDS))).isFalse();
        exclusive.unlock();
        fixture.assertAtRest();
    }

    @Test
    void readersShareAndTheWriteLockIsTheSameLock() throws Exception {
        both.readLock().lock();
        both.readLock().lock();
        Future<Boolean> other = LockFixture.start(() -> {
            both.readLock().lockInterruptibly();
            both.readLock().unlock();
            return both.writeLock().tryLock();
        });
        assertThat(LockFixture.result(other)).isFalse();
        both.readLock().unlock();
        both.readLock().unlock();
        both.writeLock().lock();
        assertThat(lock.isHeldExclusively()).isTrue();
        exclusive.unlock();
        fixture.assertAtRest();
    }

    @Test
    void unlockIsForWhoHoldsIt() throws Exception {
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(exclusive::unlock)
                .withMessage(lock + " is not held by this thread in mode EXCLUSIVE");
        exclusive.lock();
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(both.readLock()::unlock)
                .withMessage(lock + " is not held by this thread in mode SHARED");
        assertThatExceptionOfType(IllegalMonitorStateException.class)
                .isThrownBy(() -> elsewhere(() -> {
                    exclusive.unlock();
                    return null;
                }));
        assertThat(lock.isHeldExclusively()).isTrue();
    }

    @Test
    void itIsNotReentrantAndSaysSo() {
        exclusive.lock();
        assertThatIllegalStateException()
                .isThrownBy(exclusive::lock)
                .withMessageContaining("which would wait for itself to take it exclusively");
        assertThatIllegalStateException().isThrownBy(both.readLock()::lock);
        assertThat(exclusive.tryLock()).isFalse();
        exclusive.unlock();
        fixture.assertAtRest();
    }

    @Test
    void thereAreNoConditions() {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(exclusive::newCondition)
                .withMessageContaining("acquireOrWait");
    }

    @Test
    void anInterruptEndsLockInterruptibly() throws Exception {
        exclusive.lock();
        AtomicReference<Thread> thread = new AtomicReference<>();
        Future<Boolean> waiter = LockFixture.start(() -> {
            thread.set(Thread.currentThread());
            try {
                both.readLock().lockInterruptibly();
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        });
        while (!lock.hasWaiters()) {
            Thread.sleep(1);
        }
        thread.get().interrupt();
        assertThat(LockFixture.result(waiter)).isTrue();
        exclusive.unlock();
        fixture.assertAtRest();
    }

    /** Ten times as many threads as places, one after the other: places of threads that ended are found again. */
    @Test
    void threadsThatEndedMakeRoom() throws Exception {
        for (int i = 0; i < 10 * LockFixture.PARTICIPANTS; i++) {
            assertThat(elsewhere(() -> {
                        exclusive.lock();
                        exclusive.unlock();
                        return true;
                    }))
                    .isTrue();
        }
        assertThat(fixture.locks.participants()).isLessThanOrEqualTo(LockFixture.PARTICIPANTS);
        fixture.assertAtRest();
    }

    @Test
    void moreThreadsAtATimeThanPlacesAreRefusedByName() throws Exception {
        List<Participant> all = new ArrayList<>();
        for (int i = 0; i < LockFixture.PARTICIPANTS; i++) {
            all.add(fixture.locks.join());
        }
        assertThatExceptionOfType(MemoryExhaustedException.class)
                .isThrownBy(exclusive::lock)
                .withMessageStartingWith("all 64 participants of the lightweight locks \"test locks\" are taken")
                .withMessageEndingWith("threads that ended have been looked for");
        fixture.assertAtRest();
        all.get(0).close();
        exclusive.lock();
        exclusive.unlock();
        fixture.assertAtRest();
    }

    @Test
    void virtualThreadsParkAndGiveTheirPlacesBack() throws Exception {
        int threads = 40;
        int rounds = 200;
        long counter = fixture.variable("counter");
        CountDownLatch end = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Thread.ofVirtual().start(() -> {
                for (int round = 0; round < rounds; round++) {
                    exclusive.lock();
                    RawMemory.putLong(counter, RawMemory.getLong(counter) + 1);
                    if (round % 16 == 0) {
                        Thread.yield();
                    }
                    exclusive.unlock();
                }
                end.countDown();
            });
        }
        assertThat(end.await(200, TimeUnit.SECONDS)).as("all came through").isTrue();
        assertThat(RawMemory.getLong(counter)).isEqualTo((long) threads * rounds);
        assertThat(fixture.locks.participants()).isZero();
        fixture.assertAtRest();
    }

    /** With one carrier a waiter that spun or pinned would keep the holder from its release. */
    @Test
    void aVirtualHolderThatSleepsIsWaitedForByManyVirtualThreads() throws Exception {
        CountDownLatch end = new CountDownLatch(31);
        for (int i = 0; i < 30; i++) {
            Thread.ofVirtual().start(() -> {
                both.readLock().lock();
                both.readLock().unlock();
                end.countDown();
            });
        }
        Thread.ofVirtual().start(() -> {
            exclusive.lock();
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                exclusive.unlock();
                end.countDown();
            }
        });
        assertThat(end.await(200, TimeUnit.SECONDS)).as("all came through").isTrue();
        fixture.assertAtRest();
    }
}
