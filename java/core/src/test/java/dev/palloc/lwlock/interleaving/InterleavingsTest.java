package dev.palloc.lwlock.interleaving;

import static dev.palloc.lwlock.interleaving.Operation.acquire;
import static dev.palloc.lwlock.interleaving.Operation.keepingWakeup;
import static dev.palloc.lwlock.interleaving.Operation.release;
import static dev.palloc.lwlock.interleaving.Operation.withoutSecondAttempt;
import static dev.palloc.lwlock.interleaving.Protocol.EXCLUSIVE;
import static dev.palloc.lwlock.interleaving.Protocol.SHARED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checker finds what is wrong with protocols that are. */
@Timeout(300)
class InterleavingsTest {
    @Test
    void findsTheWakeupThatIsLostWithoutASecondAttempt() {
        Scenario scenario =
                new Scenario().thread(acquire(EXCLUSIVE), release()).thread(withoutSecondAttempt(EXCLUSIVE), release());

        assertThatExceptionOfType(Violation.class)
                .isThrownBy(() -> Interleavings.explore(scenario))
                .withMessageStartingWith("nobody can go on: a wakeup is lost, in: " + scenario)
                .withMessageContaining("thread 1: fetchOr state 0x80000000");
    }

    @Test
    void findsTheSleeperWhoseWakeupATimedWaiterKept() {
        Scenario scenario = new Scenario()
                .thread(acquire(EXCLUSIVE), release())
                .thread(keepingWakeup(EXCLUSIVE), release())
                .thread(acquire(EXCLUSIVE), release())
                .coarse();

        assertThatExceptionOfType(Violation.class)
                .isThrownBy(() -> Interleavings.explore(scenario))
                .withMessageStartingWith("nobody can go on: a wakeup is lost");
    }

    @Test
    void findsTwoWhoHoldTheLockOfOne() {
        Operation releaseWhatIsNotHeld = new Operation(
                "release what is not held",
                (protocol, me, held, run) -> {
                    if (run.state.words[run.state.operation(0)] == 1) {
                        protocol.release(State.LOCK, EXCLUSIVE);
                    }
                    return held;
                },
                false);
        Scenario scenario = new Scenario()
                .thread(acquire(EXCLUSIVE), release())
                .thread(releaseWhatIsNotHeld, acquire(EXCLUSIVE), release());

        assertThatExceptionOfType(Violation.class)
                .isThrownBy(() -> Interleavings.explore(scenario))
                .withMessageContaining("holds the lock beside thread 0");
    }

    @Test
    void findsALockThatIsNotLeftAsItWasFound() {
        Scenario scenario = new Scenario().thread(acquire(SHARED)).thread(acquire(SHARED), release());

        assertThatExceptionOfType(Violation.class)
                .isThrownBy(() -> Interleavings.explore(scenario))
                .withMessageStartingWith("at the end the state is 0x40000001");
    }

    /** Two threads that only read a free word each: their steps can be counted by hand. */
    @Test
    void visitsEachOrderOfStepsOnce() {
        Scenario scenario = new Scenario()
                .thread(new Operation("nothing", (protocol, me, held, run) -> Operation.NOTHING, false))
                .thread(new Operation("nothing", (protocol, me, held, run) -> Operation.NOTHING, false));

        assertThat(Interleavings.explore(scenario)).isEqualTo(new Interleavings.Coverage(4, 4));
    }
}
