package dev.palloc.stress.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.platform.RawMemory;
import dev.palloc.stress.LockScene;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.JIL_Result;
import org.openjdk.jcstress.infra.results.ZIL_Result;

/** The lock is held when both threads start: one releases it, the other waits in one of the ways there are. */
public class Waiting {
    private static final int VARIABLE = 64;

    private Waiting() {}

    /** Held by the first participant, with a variable of 1. */
    abstract static class Held {
        final LockScene scene = LockScene.next();

        Held() {
            scene.lock.acquire(scene.first, EXCLUSIVE);
            RawMemory.putLong(scene.data + VARIABLE, 1);
        }

        void workAndRelease() {
            RawMemory.putInt(scene.data, 1);
            scene.lock.release(scene.first);
        }

        /** Time is up about when the other gets to its release. */
        boolean acquireSoon() {
            try {
                return scene.lock.tryAcquire(scene.second, EXCLUSIVE, 1, TimeUnit.MICROSECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts here", e);
            }
        }

        int work() {
            return RawMemory.getInt(scene.data);
        }
    }

    @JCStressTest
    @Outcome(id = "1, at rest", expect = ACCEPTABLE, desc = "waited")
    @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "went on while it was held, or did not see the holder's work")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class Acquire extends Held {
        @Actor
        public void holder() {
            workAndRelease();
        }

        @Actor
        public void waiter(IL_Result r) {
            scene.lock.acquire(scene.second, EXCLUSIVE);
            r.r1 = work();
            scene.lock.release(scene.second);
        }

        @Arbiter
        public void afterwards(IL_Result r) {
            r.r2 = scene.afterwards();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 1, at rest", expect = ACCEPTABLE, desc = "got it in time")
    @Outcome(id = "false, 0, at rest", expect = ACCEPTABLE, desc = "time was up")
    @Outcome(id = "true, 0, .*", expect = FORBIDDEN, desc = "got it while it was held, or did not see the work")
    @Outcome(id = ".*, has waiters", expect = FORBIDDEN, desc = "who gave up is still in the list")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class AcquireInTime extends Held {
        @Actor
        public void holder() {
            workAndRelease();
        }

        @Actor
        public void waiter(ZIL_Result r) {
            r.r1 = acquireSoon();
            if (r.r1) {
                r.r2 = work();
                scene.lock.release(scene.second);
            }
        }

        @Arbiter
        public void afterwards(ZIL_Result r) {
            r.r3 = scene.afterwards();
        }
    }

    @JCStressTest
    @Outcome(id = "true, 1, at rest", expect = ACCEPTABLE, desc = "came late, and it was free")
    @Outcome(id = "false, 1, at rest", expect = ACCEPTABLE, desc = "waited until it was free")
    @Outcome(id = ".*, 0, .*", expect = FORBIDDEN, desc = "came back before it was free once")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class AcquireOrWait extends Held {
        @Actor
        public void holder() {
            workAndRelease();
        }

        @Actor
        public void waiter(ZIL_Result r) {
            r.r1 = scene.lock.acquireOrWait(scene.second, EXCLUSIVE);
            r.r2 = work();
            if (r.r1) {
                scene.lock.release(scene.second);
            }
        }

        @Arbiter
        public void afterwards(ZIL_Result r) {
            r.r3 = scene.afterwards();
        }
    }

    /** The lock stays held, so that only the update can end the wait. */
    @JCStressTest
    @Outcome(id = "2, 1, at rest", expect = ACCEPTABLE, desc = "waited for the update")
    @Outcome(id = "1, .*", expect = FORBIDDEN, desc = "came back with the old value while the lock was held")
    @Outcome(id = "2, 0, .*", expect = FORBIDDEN, desc = "saw the update before what it announces")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class WaitForUpdate extends Held {
        @Actor
        public void holder() {
            RawMemory.putInt(scene.data, 1);
            scene.lock.updateVariable(scene.first, scene.data + VARIABLE, 2);
        }

        @Actor
        public void waiter(JIL_Result r) {
            r.r1 = scene.lock.waitForVariable(scene.second, scene.data + VARIABLE, 1);
            r.r2 = work();
        }

        @Arbiter
        public void afterwards(JIL_Result r) {
            scene.lock.release(scene.first);
            r.r3 = scene.afterwards();
        }
    }

    @JCStressTest
    @Outcome(id = "2, 1, at rest", expect = ACCEPTABLE, desc = "saw the variable change")
    @Outcome(id = "1, 1, at rest", expect = ACCEPTABLE, desc = "saw the lock free, the variable read before")
    @Outcome(id = ".*, 0, .*", expect = FORBIDDEN, desc = "came back before either, or did not see the work")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class WaitForClear extends Held {
        @Actor
        public void holder() {
            RawMemory.putInt(scene.data, 1);
            scene.lock.releaseClearVariable(scene.first, scene.data + VARIABLE, 2);
        }

        @Actor
        public void waiter(JIL_Result r) {
            r.r1 = scene.lock.waitForVariable(scene.second, scene.data + VARIABLE, 1);
            r.r2 = work();
        }

        @Arbiter
        public void afterwards(JIL_Result r) {
            r.r3 = scene.afterwards();
        }
    }

    /** Three threads, so not on two processors: who gives up must not keep the wakeup that the third waits for. */
    @JCStressTest
    @Outcome(id = "0, at rest|1, at rest", expect = ACCEPTABLE, desc = "both came through")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class OneGivesUpBeforeAnother extends Held {
        @Actor
        public void holder() {
            workAndRelease();
        }

        @Actor
        public void impatient(IL_Result r) {
            if (acquireSoon()) {
                r.r1 = work();
                scene.lock.release(scene.second);
            }
        }

        @Actor
        public void patient() {
            scene.lock.acquire(scene.third, EXCLUSIVE);
            scene.lock.release(scene.third);
        }

        @Arbiter
        public void afterwards(IL_Result r) {
            r.r2 = scene.afterwards();
        }
    }
}
