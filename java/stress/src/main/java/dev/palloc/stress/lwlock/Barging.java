package dev.palloc.stress.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.stress.LockScene;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Who may pass whom: whoever is waiting, a newcomer is kept out by holders alone. */
public class Barging {
    private Barging() {}

    @JCStressTest
    @Outcome(id = "false, true, at rest", expect = ACCEPTABLE, desc = "the newcomer shares, the waiter gives up")
    @Outcome(id = "true, .*, .*", expect = FORBIDDEN, desc = "exclusive beside a shared holder")
    @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "a shared newcomer was kept out by a waiter")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class SharedPassesAWaitingExclusive {
        private final LockScene scene = LockScene.next();

        public SharedPassesAWaitingExclusive() {
            scene.lock.acquire(scene.first, SHARED);
        }

        @Actor
        public void waiter(ZZL_Result r) {
            try {
                r.r1 = scene.lock.tryAcquire(scene.second, EXCLUSIVE, 1, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
        }

        @Actor
        public void newcomer(ZZL_Result r) {
            r.r2 = scene.lock.tryAcquire(scene.third, SHARED);
        }

        @Arbiter
        public void afterwards(ZZL_Result r) {
            scene.first.releaseAll();
            scene.second.releaseAll();
            scene.third.releaseAll();
            r.r3 = scene.afterwards();
        }
    }

    /** A release that wakes nobody must leave the lock to whoever asks. */
    @JCStressTest
    @Outcome(id = "true, true, at rest", expect = ACCEPTABLE, desc = "the waiter came first, or waited")
    @Outcome(id = "true, false, at rest", expect = ACCEPTABLE, desc = "the newcomer came while the waiter held it")
    @Outcome(id = "false, .*, .*", expect = FORBIDDEN, desc = "the waiter did not get it in a day")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class ANewcomerPassesAndWakes {
        private final LockScene scene = LockScene.next();

        public ANewcomerPassesAndWakes() {
            scene.lock.acquire(scene.first, SHARED);
        }

        @Actor
        public void waiter(ZZL_Result r) {
            try {
                r.r1 = scene.lock.tryAcquire(scene.second, EXCLUSIVE, 1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
            scene.lock.release(scene.second);
        }

        @Actor
        public void newcomer(ZZL_Result r) {
            scene.lock.release(scene.first);
            r.r2 = scene.lock.tryAcquire(scene.third, EXCLUSIVE);
            if (r.r2) {
                scene.lock.release(scene.third);
            }
        }

        @Arbiter
        public void afterwards(ZZL_Result r) {
            r.r3 = scene.afterwards();
        }
    }
}
