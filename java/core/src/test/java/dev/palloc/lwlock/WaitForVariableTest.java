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
class WaitForVariableTest {
    private final LockFixture fixture = new LockFixture();
    private final LWLock lock = fixture.lock;
    private final long variable = fixture.variable("progress");
    private Participant holder;
    private Participant waiting;
    private Participant other;

    @BeforeEach
    void join() {
        holder = fixture.locks.join();
        waiting = fixture.locks.join();
        other = fixture.locks.join();
        RawMemory.putLong(variable, 7);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Future<Long> startWaiting() throws InterruptedException {
        Future<Long> waiter = LockFixture.start(() -> lock.waitForVariable(waiting, variable, 7));
        fixture.awaitQueued(waiting);
        return waiter;
    }

    @Test
    void aFreeLockIsNotWaitedFor() {
        assertThat(lock.waitForVariable(waiting, variable, 7)).isEqualTo(7);
        lock.acquire(holder, SHARED);
        assertThat(lock.waitForVariable(waiting, variable, 7))
                .as("shared holders do not matter")
                .isEqualTo(7);
        assertThat(waiting.heldCount()).isZero();
    }

    @Test
    void aVariableThatHasChangedIsNotWaitedFor() {
        lock.acquire(holder, EXCLUSIVE);
        assertThat(lock.waitForVariable(waiting, variable, 6)).isEqualTo(7);
    }

    @Test
    void anUpdateWakesWhileTheLockStaysHeld() throws Exception {
        lock.acquire(holder, EXCLUSIVE);
        Future<Boolean> exclusive = fixture.startWaiter(other, EXCLUSIVE);
        Future<Long> waiter = startWaiting();
        assertThat(fixture.queue()).containsExactly(waiting.number(), other.number());

        lock.updateVariable(holder, variable, 8);
        assertThat(LockFixture.result(waiter)).isEqualTo(8);
        assertThat(RawMemory.getLong(variable)).isEqualTo(8);
        assertThat(fixture.queue()).as("who wants the lock sleeps on").containsExactly(other.number());
        assertThat(lock.isHeldBy(holder, EXCLUSIVE)).isTrue();

        lock.release(holder);
        LockFixture.result(exclusive);
        fixture.assertAtRest();
    }

    /** An update to the same value is none: the waiter looks, and goes back to the queue. */
    @Test
    void anUpdateThatChangesNothingDoesNotEndTheWait() throws Exception {
        lock.acquire(holder, EXCLUSIVE);
        Future<Long> waiter = startWaiting();
        lock.updateVariable(holder, variable, 7);
        fixture.awaitQueued(waiting);
        assertThat(waiter.isDone()).isFalse();
        lock.updateVariable(holder, variable, 9);
        assertThat(LockFixture.result(waiter)).isEqualTo(9);
    }

    @Test
    void aReleaseWakesToo() throws Exception {
        lock.acquire(holder, EXCLUSIVE);
        Future<Long> waiter = startWaiting();
        lock.release(holder);
        assertThat(LockFixture.result(waiter)).isEqualTo(7);
        fixture.assertAtRest();
    }

    @Test
    void releaseClearVariableStoresBeforeItReleases() throws Exception {
        lock.acquire(holder, EXCLUSIVE);
        Future<Long> waiter = startWaiting();
        lock.releaseClearVariable(holder, variable, 0);
        assertThat(LockFixture.result(waiter)).isIn(0L, 7L);
        assertThat(RawMemory.getLong(variable)).isZero();
        assertThat(holder.heldCount()).isZero();
        fixture.assertAtRest();
    }
}
