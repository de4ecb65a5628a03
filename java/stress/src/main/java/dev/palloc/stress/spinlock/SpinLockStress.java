package dev.palloc.stress.spinlock;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.SpinLock;
import dev.palloc.platform.RawMemory;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Spinlocks: one holder, who sees what the one before did, and no wait without end. */
public class SpinLockStress {
    private SpinLockStress() {}

    @JCStressTest
    @Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 1, 2", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "both were inside")
    @Outcome(expect = FORBIDDEN, desc = "a holder did not see the other's work, or the lock was left held")
    @State
    public static class Exclusion {
        private final long lock = Line.next();
        private final long count = lock + 64;

        private int add() {
            SpinLock.acquire(lock);
            int added = RawMemory.getInt(count) + 1;
            RawMemory.putInt(count, added);
            SpinLock.release(lock);
            return added;
        }

        @Actor
        public void first(III_Result r) {
            r.r1 = add();
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = add();
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = SpinLock.isHeld(lock) ? -1 : RawMemory.getInt(count);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "not tried in time, or before the other")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "after the other")
    @Outcome(expect = FORBIDDEN, desc = "half of the other's work was seen")
    @State
    public static class TryIsAHolderToo {
        private final long lock = Line.next();
        private final long x = lock + 64;
        private final long y = lock + 96;

        @Actor
        public void writer() {
            SpinLock.acquire(lock);
            RawMemory.putInt(x, 1);
            RawMemory.putInt(y, 1);
            SpinLock.release(lock);
        }

        @Actor
        public void reader(II_Result r) {
            if (SpinLock.tryAcquire(lock)) {
                r.r1 = RawMemory.getInt(y);
                r.r2 = RawMemory.getInt(x);
                SpinLock.release(lock);
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "the waiter went on")
    @Outcome(id = "STALE", expect = FORBIDDEN, desc = "the waiter did not see the release")
    @State
    public static class WaiterEnds {
        private final long lock = Line.next();

        public WaiterEnds() {
            // The thread that signals is not the one that makes the state, and only the holder can release.
            RawMemory.putIntRelease(lock, 1 << 31);
        }

        @Actor
        public void waiter() {
            SpinLock.acquire(lock, "in a stress test");
        }

        @Signal
        public void release() {
            RawMemory.putIntRelease(lock, 0);
        }
    }
}
