package dev.palloc.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.palloc.platform.RawMemory;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wrong calls say what is wrong, with names and values, and change nothing. */
@Timeout(300)
class LWLockBadInputTest {
    private final LockFixture fixture = new LockFixture();
    private final LWLock lock = fixture.lock;
    private final String name = "lock rows[2] at 0x" + Long.toHexString(lock.address());
    private Participant me;
    private Participant other;

    @BeforeEach
    void join() {
        me = fixture.locks.join();
        other = fixture.locks.join();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void assertRefused(ThrowingCallable call, String message) {
        int state = LockFixture.state(lock);
        int held = me.heldCount();
        assertThatIllegalStateException().isThrownBy(call).withMessage(message);
        assertThat(LockFixture.state(lock)).isEqualTo(state);
        assertThat(me.heldCount()).isEqualTo(held);
    }

    @Test
    void releaseOfWhatIsNotHeld() {
        String message = name + " is not held by participant 0 of test locks, holds 0: release follows acquire, once";
        assertRefused(() -> lock.release(me), message);
        assertRefused(() -> lock.release(me, SHARED), message);
        assertRefused(() -> lock.disown(me), message);
        assertRefused(() -> lock.checkHeldBy(me, SHARED), message);

        lock.acquire(other, EXCLUSIVE);
        assertRefused(() -> lock.release(me), message);
        lock.release(other);
        assertRefused(() -> lock.release(other), message.replace("participant 0", "participant 1"));
    }

    @Test
    void releaseOfWhatIsHeldInAnotherMode() {
        lock.acquire(me, SHARED);
        assertRefused(
                () -> lock.release(me, EXCLUSIVE),
                name + " is held shared by participant 0 of test locks, holds 1, not exclusively");
        lock.release(me);
        lock.acquire(me, EXCLUSIVE);
        assertRefused(
                () -> lock.release(me, SHARED),
                name + " is held exclusively by participant 0 of test locks, holds 1, not shared");
    }

    @Test
    void releaseOfADisownedLockThatWasReleased() {
        assertRefused(
                () -> lock.releaseDisowned(EXCLUSIVE), name + " is not held exclusively: it was released already");
        lock.acquire(me, SHARED);
        assertRefused(
                () -> lock.releaseDisowned(EXCLUSIVE), name + " is not held exclusively: it was released already");
        lock.release(me);
        assertRefused(() -> lock.releaseDisowned(SHARED), name + " is not held shared: it was released already");
    }

    @Test
    void acquireOfWhatOneHoldsIsAnErrorAndNoDeadlock() {
        String waits = " by participant 0 of test locks, holds 1, which would wait for itself to take it ";
        lock.acquire(me, EXCLUSIVE);
        for (LWLockMode mode : LWLockMode.values()) {
            String message = name + " is held exclusively" + waits + (mode == SHARED ? "shared" : "exclusively")
                    + ": release it first";
            assertRefused(() -> lock.acquire(me, mode), message);
            assertRefused(() -> lock.acquireInterruptibly(me, mode), message);
            assertRefused(() -> lock.tryAcquire(me, mode, 1, TimeUnit.DAYS), message);
            assertRefused(() -> lock.tryAcquire(me, mode, 0, TimeUnit.DAYS), message);
            assertRefused(() -> lock.acquireOrWait(me, mode), message);
        }
        lock.release(me);

        lock.acquire(me, SHARED);
        assertRefused(
                () -> lock.acquire(me, EXCLUSIVE), name + " is held shared" + waits + "exclusively: release it first");
        assertThat(lock.acquire(me, SHARED)).as("shared on shared is allowed").isTrue();
    }

    @Test
    void waitForTheUpdateOfOnesOwn() {
        long variable = fixture.variable("progress");
        lock.acquire(me, EXCLUSIVE);
        assertRefused(
                () -> lock.waitForVariable(me, variable, 0),
                name
                        + " is held exclusively by participant 0 of test locks, holds 1 itself, which would wait for its own"
                        + " update");
    }

    @Test
    void updateWithoutTheLock() {
        long variable = fixture.variable("progress");
        String message = name + " is not held by participant 0 of test locks, holds 0: release follows acquire, once";
        assertRefused(() -> lock.updateVariable(me, variable, 1), message);
        assertRefused(() -> lock.releaseClearVariable(me, variable, 1), message);
        lock.acquire(me, SHARED);
        assertRefused(
                () -> lock.updateVariable(me, variable, 1),
                name + " is held shared by participant 0 of test locks, holds 1, not exclusively");
        assertThat(RawMemory.getLong(variable)).isZero();
    }

    @Test
    void aVariableThatIsNotAligned() {
        long variable = fixture.variable("progress") + 4;
        lock.acquire(me, EXCLUSIVE);
        String message = "the variable at address 0x" + Long.toHexString(variable) + " is not aligned to 8 bytes";
        for (ThrowingCallable call : new ThrowingCallable[] {
            () -> lock.updateVariable(me, variable, 1),
            () -> lock.releaseClearVariable(me, variable, 1),
            () -> lock.waitForVariable(other, variable, 0)
        }) {
            assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
        }
        assertThat(lock.isHeldBy(me, EXCLUSIVE)).isTrue();
    }

    @Test
    void moreLocksThanOneCanHold() {
        Tranche many = fixture.locks.tranche("many", 201);
        for (int i = 0; i < 200; i++) {
            many.lock(i).acquire(me, EXCLUSIVE);
        }
        LWLock last = many.lock(200);
        String message =
                "participant 0 of test locks, holds 200 locks already, the most there can be, and cannot take lock"
                        + " many[200] at 0x" + Long.toHexString(last.address());
        assertRefused(() -> last.acquire(me, SHARED), message);
        assertRefused(() -> last.tryAcquire(me, SHARED), message);
        assertRefused(() -> last.acquireOrWait(me, SHARED), message);
        assertThat(LockFixture.state(last)).isEqualTo(LockFixture.AT_REST);

        me.releaseAll();
        for (int i = 0; i < 200; i++) {
            assertThat(LockFixture.state(many.lock(i))).isEqualTo(LockFixture.AT_REST);
        }
        assertThat(last.tryAcquire(me, SHARED)).isTrue();
    }

    @Test
    void aParticipantOfAnotherSet() {
        try (LockFixture elsewhere = new LockFixture()) {
            Participant foreign = elsewhere.locks.join();
            String message =
                    "participant 0 is of test locks and the lock of test locks: a thread joins each set that it"
                            + " takes locks of";
            for (ThrowingCallable call : new ThrowingCallable[] {
                () -> lock.acquire(foreign, EXCLUSIVE),
                () -> lock.tryAcquire(foreign, EXCLUSIVE),
                () -> lock.release(foreign),
                () -> lock.isHeldBy(foreign),
                () -> lock.waitForVariable(foreign, fixture.variable("x"), 0)
            }) {
                assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
            }
            fixture.assertAtRest();
        }
    }

    @Test
    void aParticipantThatIsClosed() {
        me.close();
        me.close();
        String message = "participant 0 of test locks is closed: join anew";
        for (ThrowingCallable call : new ThrowingCallable[] {
            () -> lock.acquire(me, EXCLUSIVE), () -> lock.release(me), me::releaseAll, () -> lock.tryAcquire(me, SHARED)
        }) {
            assertThatIllegalStateException().isThrownBy(call).withMessage(message);
        }
        fixture.assertAtRest();
    }

    @Test
    void aParticipantThatWaitsInAnotherThread() throws Exception {
        lock.acquire(other, EXCLUSIVE);
        Future<Boolean> waiter = fixture.startWaiter(me, EXCLUSIVE);
        LWLock second = fixture.tranche.lock(3);
        second.acquire(fixture.locks.join(), EXCLUSIVE);
        assertThatIllegalStateException()
                .isThrownBy(() -> second.acquire(me, EXCLUSIVE))
                .withMessage("participant 0 waits for a lock already: a participant is for one thread at a time");
        assertThat(LockFixture.state(second)).isEqualTo(LockFixture.AT_REST | 1 << 18);

        lock.release(other);
        LockFixture.result(waiter);
        fixture.assertAtRest();
    }

    @Test
    void anArenaThatIsClosed() {
        lock.acquire(me, EXCLUSIVE);
        fixture.arena.close();
        String message = "the arena of the lightweight locks \"test locks\" is closed";
        for (ThrowingCallable call : new ThrowingCallable[] {
            () -> lock.acquire(other, SHARED),
            () -> lock.release(me),
            () -> lock.isHeldExclusively(),
            lock::hasWaiters,
            lock::sharedHolders,
            lock::trancheName,
            () -> lock.releaseDisowned(EXCLUSIVE),
            me::releaseAll,
            fixture.locks::join,
            fixture.locks::participants,
            () -> fixture.locks.tranche("rows", 8),
            () -> fixture.tranche.lock(1),
            () -> fixture.locks.lockAt(lock.address()),
            () -> lock.asLock().lock()
        }) {
            assertThatIllegalStateException().isThrownBy(call).withMessage(message);
        }
        me.close();
        assertThat(lock.toString()).isEqualTo("lock at 0x" + Long.toHexString(lock.address()) + " of a closed arena");
    }

    @Test
    void nothingWhereSomethingIsNeeded() {
        for (ThrowingCallable call : new ThrowingCallable[] {
            () -> lock.acquire(null, SHARED),
            () -> lock.acquire(me, null),
            () -> lock.tryAcquire(me, null),
            () -> lock.tryAcquire(me, SHARED, 1, null),
            () -> lock.acquireOrWait(me, null),
            () -> lock.acquireInterruptibly(me, null),
            () -> lock.release(null),
            () -> lock.release(me, null),
            () -> lock.releaseDisowned(null),
            () -> lock.isHeldBy(null),
            () -> lock.isHeldBy(me, null),
            () -> lock.waitForVariable(null, 8, 0),
            () -> LWLocks.open(null, "x", 1),
            () -> LWLocks.open(fixture.arena, null, 1),
            () -> fixture.locks.tranche(null),
            () -> fixture.locks.tranche(null, 1),
            () -> fixture.locks.existingTranche(null)
        }) {
            assertThatNullPointerException().isThrownBy(call);
        }
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> fixture.tranche.lock(8))
                .withMessage("tranche \"rows\" has no lock 8: there are 8");
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> fixture.tranche.lock(-1));
        fixture.assertAtRest();
    }
}
