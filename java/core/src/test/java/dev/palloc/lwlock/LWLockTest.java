package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.RawMemory;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LWLockTest {
    private static final int EXCLUSIVE_BIT = 1 << 18;
    private static final int HAS_WAITERS = 1 << 31;
    private static final int RELEASE_OK = 1 << 30;

    private final LockFixture fixture = new LockFixture();
    private final LWLock lock = fixture.lock;
    private Participant first;
    private Participant second;
    private Participant third;
    private Participant fourth;

    @BeforeEach
    void join() {
        first = fixture.locks.join();
        second = fixture.locks.join();
        third = fixture.locks.join();
        fourth = fixture.locks.join();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private int state() {
        return LockFixture.state(lock);
    }

    @Test
    void theStateWordIsThatOfPostgresql() {
        assertThat(RawMemory.getInt(lock.address()))
                .as("tranche, the first that is not PostgreSQL's own")
                .isEqualTo(95);
        fixture.assertAtRest();

        lock.acquire(first, EXCLUSIVE);
        assertThat(state()).isEqualTo(RELEASE_OK | EXCLUSIVE_BIT);
        assertThat(lock.isHeldExclusively()).isTrue();
        assertThat(lock.sharedHolders()).isZero();
        lock.release(first);

        lock.acquire(first, SHARED);
        lock.acquire(second, SHARED);
        lock.acquire(first, SHARED);
        assertThat(state()).isEqualTo(RELEASE_OK | 3);
        assertThat(lock.isHeldExclusively()).isFalse();
        assertThat(lock.sharedHolders()).isEqualTo(3);
        lock.release(first);
        lock.release(second);
        lock.release(first);
        fixture.assertAtRest();
        assertThat(lock.hasWaiters()).isFalse();
    }

    @Test
    void locksOfATrancheAre128BytesApart() {
        for (int i = 1; i < fixture.tranche.size(); i++) {
            assertThat(fixture.tranche.lock(i).address())
                    .isEqualTo(fixture.tranche.lock(0).address() + i * 128L);
        }
        assertThat(fixture.tranche.lock(0).address() % 128).isZero();
    }

    @Test
    void anExclusiveHolderKeepsAllOthersOut() {
        assertThat(lock.tryAcquire(first, EXCLUSIVE)).isTrue();
        assertThat(lock.tryAcquire(second, EXCLUSIVE)).isFalse();
        assertThat(lock.tryAcquire(second, SHARED)).isFalse();
        assertThat(lock.tryAcquire(first, SHARED)).as("itself too").isFalse();
        assertThat(second.heldCount()).isZero();
        lock.release(first);
        fixture.assertAtRest();
    }

    @Test
    void aSharedHolderKeepsExclusiveOnesOut() {
        assertThat(lock.tryAcquire(first, SHARED)).isTrue();
        assertThat(lock.tryAcquire(second, SHARED)).isTrue();
        assertThat(lock.tryAcquire(third, EXCLUSIVE)).isFalse();
        lock.release(first);
        assertThat(lock.tryAcquire(third, EXCLUSIVE)).isFalse();
        lock.release(second);
        assertThat(lock.tryAcquire(third, EXCLUSIVE)).isTrue();
    }

    @Test
    void acquireTellsWhetherItWasFree() throws Exception {
        assertThat(lock.acquire(first, EXCLUSIVE)).isTrue();
        Future<Boolean> waiter = fixture.startWaiter(second, EXCLUSIVE);
        assertThat(state()).isEqualTo(HAS_WAITERS | RELEASE_OK | EXCLUSIVE_BIT);
        assertThat(lock.hasWaiters()).isTrue();

        lock.release(first);
        assertThat(LockFixture.result(waiter)).isFalse();
        fixture.assertAtRest();
    }

    /** The first in the queue wants it exclusive: it alone is woken, and no other until it has run. */
    @Test
    void aReleaseWakesTheFirstWhoWantsItExclusive() throws Exception {
        lock.acquire(first, EXCLUSIVE);
        Future<Boolean> exclusive = startHolder(second, EXCLUSIVE);
        Future<Boolean> shared = fixture.startWaiter(third, SHARED);
        assertThat(fixture.queue()).containsExactly(second.number(), third.number());

        lock.release(first);
        LockFixture.result(exclusive);
        assertThat(fixture.queue()).containsExactly(third.number());
        assertThat(shared.isDone()).isFalse();

        lock.release(second);
        LockFixture.result(shared);
        fixture.assertAtRest();
    }

    /** Those who want it shared are woken over the heads of who wants it exclusive. */
    @Test
    void aReleaseWakesAllWhoWantItSharedIfTheFirstDoes() throws Exception {
        lock.acquire(first, EXCLUSIVE);
        Future<Boolean> sharedOne = startHolder(second, SHARED);
        Future<Boolean> exclusive = fixture.startWaiter(third, EXCLUSIVE);
        Future<Boolean> sharedTwo = startHolder(fourth, SHARED);

        lock.release(first);
        LockFixture.result(sharedOne);
        LockFixture.result(sharedTwo);
        assertThat(fixture.queue()).containsExactly(third.number());
        assertThat(lock.sharedHolders()).isEqualTo(2);

        lock.release(second);
        lock.release(fourth);
        LockFixture.result(exclusive);
        fixture.assertAtRest();
    }

    @Test
    void sharedLockersDoNotQueueBehindAWaitingExclusiveOne() throws Exception {
        lock.acquire(first, SHARED);
        Future<Boolean> exclusive = fixture.startWaiter(second, EXCLUSIVE);
        assertThat(lock.tryAcquire(third, SHARED)).isTrue();
        assertThat(lock.acquire(fourth, SHARED)).as("at once").isTrue();

        lock.release(first);
        lock.release(third);
        assertThat(exclusive.isDone()).isFalse();
        lock.release(fourth);
        LockFixture.result(exclusive);
        fixture.assertAtRest();
    }

    /** Acquires and keeps the lock. */
    private Future<Boolean> startHolder(Participant participant, LWLockMode mode) throws InterruptedException {
        Future<Boolean> holder = LockFixture.start(() -> lock.acquire(participant, mode));
        fixture.awaitQueued(participant);
        return holder;
    }

    @Test
    void acquireOrWaitComesBackWithoutTheLockWhenItWasFreeOnce() throws Exception {
        assertThat(lock.acquireOrWait(first, EXCLUSIVE)).isTrue();
        Future<Boolean> exclusive = fixture.startWaiter(third, EXCLUSIVE);
        Future<Boolean> second = LockFixture.start(() -> lock.acquireOrWait(this.second, EXCLUSIVE));
        fixture.awaitQueued(this.second);
        assertThat(fixture.queue())
                .as("who waits for a free lock stands in front")
                .containsExactly(this.second.number(), third.number());

        lock.release(first);
        assertThat(LockFixture.result(second)).isFalse();
        assertThat(this.second.heldCount()).isZero();
        LockFixture.result(exclusive);
        fixture.assertAtRest();
    }

    @Test
    void aDisownedLockIsReleasedByWhoeverIsTold() throws Exception {
        lock.acquire(first, EXCLUSIVE);
        assertThat(lock.disown(first)).isEqualTo(EXCLUSIVE);
        assertThat(first.heldCount()).isZero();
        assertThat(lock.tryAcquire(second, SHARED)).isFalse();

        Future<Boolean> other = LockFixture.start(() -> {
            lock.releaseDisowned(EXCLUSIVE);
            return true;
        });
        LockFixture.result(other);
        fixture.assertAtRest();
    }

    @Test
    void releaseIsOfTheNewestHold() {
        LWLock other = fixture.tranche.lock(3);
        lock.acquire(first, SHARED);
        other.acquire(first, EXCLUSIVE);
        lock.acquire(first, SHARED);
        assertThat(first.heldCount()).isEqualTo(3);

        lock.release(first);
        assertThat(lock.isHeldBy(first, SHARED)).isTrue();
        assertThat(lock.isHeldBy(first, EXCLUSIVE)).isFalse();
        other.release(first, EXCLUSIVE);
        lock.release(first, SHARED);
        assertThat(lock.isHeldBy(first)).isFalse();
        fixture.assertAtRest();
    }

    @Test
    void releaseAllWakesWhoWaits() throws Exception {
        LWLock other = fixture.tranche.lock(3);
        lock.acquire(first, SHARED);
        lock.acquire(first, SHARED);
        other.acquire(first, EXCLUSIVE);
        Future<Boolean> waiter = fixture.startWaiter(second, EXCLUSIVE);

        first.releaseAll();
        assertThat(first.heldCount()).isZero();
        LockFixture.result(waiter);
        assertThat(LockFixture.state(other)).isEqualTo(LockFixture.AT_REST);
        fixture.assertAtRest();
    }
}
