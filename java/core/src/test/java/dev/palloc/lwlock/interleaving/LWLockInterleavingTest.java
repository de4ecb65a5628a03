package dev.palloc.lwlock.interleaving;

import static dev.palloc.lwlock.interleaving.Operation.acquire;
import static dev.palloc.lwlock.interleaving.Operation.acquireInTime;
import static dev.palloc.lwlock.interleaving.Operation.acquireInterruptibly;
import static dev.palloc.lwlock.interleaving.Operation.acquireOrWait;
import static dev.palloc.lwlock.interleaving.Operation.interrupt;
import static dev.palloc.lwlock.interleaving.Operation.release;
import static dev.palloc.lwlock.interleaving.Operation.tryAcquire;
import static dev.palloc.lwlock.interleaving.Operation.updateVariable;
import static dev.palloc.lwlock.interleaving.Operation.waitForVariable;
import static dev.palloc.lwlock.interleaving.Protocol.EXCLUSIVE;
import static dev.palloc.lwlock.interleaving.Protocol.SHARED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Exclusion, no lost wakeup, and a lock left as it was found, in all interleavings of two and of three threads. */
@Timeout(300)
class LWLockInterleavingTest {
    /** Ways to come to hold the lock, or not. */
    private static final List<Operation> WAYS = List.of(
            acquire(EXCLUSIVE),
            acquire(SHARED),
            acquireInTime(EXCLUSIVE),
            acquireInTime(SHARED),
            tryAcquire(EXCLUSIVE),
            tryAcquire(SHARED),
            acquireOrWait());

    static Stream<Scenario> ofTwo() {
        List<Scenario> pairs = new ArrayList<>();
        for (int i = 0; i < WAYS.size(); i++) {
            for (int j = i; j < WAYS.size(); j++) {
                pairs.add(new Scenario().thread(WAYS.get(i), release()).thread(WAYS.get(j), release()));
            }
        }
        Operation[] holder = {acquire(EXCLUSIVE), updateVariable(), release()};
        pairs.add(new Scenario().thread(holder).thread(waitForVariable()));
        pairs.add(new Scenario().thread(acquire(SHARED), release()).thread(waitForVariable()));
        // The second time, a participant comes with what the first has left in its slot.
        pairs.add(new Scenario()
                .thread(acquire(EXCLUSIVE), release(), acquire(EXCLUSIVE), release())
                .thread(acquire(EXCLUSIVE), release()));
        pairs.add(new Scenario()
                .thread(acquireInTime(EXCLUSIVE), release(), acquire(SHARED), release())
                .thread(acquire(EXCLUSIVE), release()));
        return pairs.stream();
    }

    @ParameterizedTest
    @MethodSource("ofTwo")
    void twoThreadsStepByStep(Scenario scenario) {
        Interleavings.Coverage coverage = Interleavings.explore(scenario);

        assertThat(coverage.states()).as("states of %s", scenario).isGreaterThan(6);
    }

    static Stream<Scenario> ofThree() {
        Operation[] exclusive = {acquire(EXCLUSIVE), release()};
        Operation[] shared = {acquire(SHARED), release()};
        Operation[] timed = {acquireInTime(EXCLUSIVE), release()};
        Operation[] orWait = {acquireOrWait(), release()};
        Operation[] interruptible = {acquireInterruptibly(EXCLUSIVE), release()};
        return Stream.of(
                new Scenario().thread(exclusive).thread(exclusive).thread(exclusive),
                new Scenario().thread(exclusive).thread(shared).thread(shared),
                new Scenario().thread(exclusive).thread(exclusive).thread(shared),
                new Scenario().thread(exclusive).thread(timed).thread(exclusive),
                new Scenario().thread(exclusive).thread(timed).thread(shared),
                new Scenario().thread(exclusive).thread(orWait).thread(exclusive),
                new Scenario().thread(exclusive).thread(orWait).thread(orWait),
                new Scenario()
                        .thread(acquire(EXCLUSIVE), updateVariable(), release())
                        .thread(waitForVariable())
                        .thread(exclusive),
                new Scenario().thread(exclusive).thread(interruptible).thread(interrupt(1)),
                // A slot is used again as soon as its participant has left, whatever a waker still has in hand.
                new Scenario().thread(exclusive).thread(timed).successorOf(1, exclusive));
    }

    @ParameterizedTest
    @MethodSource("ofThree")
    void threeThreadsWithTheListAsOneStep(Scenario scenario) {
        Interleavings.Coverage coverage = Interleavings.explore(scenario.coarse());

        assertThat(coverage.states()).as("states of %s", scenario).isGreaterThan(500);
    }
}
