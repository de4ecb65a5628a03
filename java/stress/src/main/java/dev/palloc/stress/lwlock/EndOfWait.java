package dev.palloc.stress.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.stress.LockScene;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Mode;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Signal;
import org.openjdk.jcstress.annotations.State;

/** A thread waits for a lock that is held; then comes what it waits for. */
@Outcome(id = "TERMINATED", expect = ACCEPTABLE, desc = "the waiter went on")
@Outcome(id = "STALE", expect = FORBIDDEN, desc = "the waiter waits for ever: its wakeup is lost")
public class EndOfWait {
    private EndOfWait() {}

    /** Held by the first participant, exclusively. */
    abstract static class Held {
        final LockScene scene = LockScene.next();

        Held() {
            scene.lock.acquire(scene.first, EXCLUSIVE);
        }

        /** So that the scene can be used again. */
        void leave() {
            scene.second.releaseAll();
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class OfExclusive extends Held {
        @Actor
        public void waiter() {
            scene.lock.acquire(scene.second, EXCLUSIVE);
            leave();
        }

        @Signal
        public void release() {
            scene.lock.release(scene.first);
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class OfShared extends Held {
        @Actor
        public void waiter() {
            scene.lock.acquire(scene.second, SHARED);
            leave();
        }

        @Signal
        public void release() {
            scene.lock.release(scene.first);
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class OfAcquireOrWait extends Held {
        @Actor
        public void waiter() {
            scene.lock.acquireOrWait(scene.second, EXCLUSIVE);
            leave();
        }

        @Signal
        public void release() {
            scene.lock.release(scene.first);
        }
    }

    /** The lock is released only afterwards: the update alone must wake. */
    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class OfWaitForVariable extends Held {
        @Actor
        public void waiter() {
            scene.lock.waitForVariable(scene.second, scene.data, 0);
            scene.lock.release(scene.first);
        }

        @Signal
        public void update() {
            scene.lock.updateVariable(scene.first, scene.data, 1);
        }
    }

    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class OfTheView extends Held {
        private final Lock view = scene.lock.asLock();

        @Actor
        public void waiter() {
            view.lock();
            view.unlock();
        }

        @Signal
        public void release() {
            scene.lock.release(scene.first);
        }
    }

    /** Nobody releases: the interrupt alone must wake. */
    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class ByInterrupt extends Held {
        /** Written by the waiter, read by who interrupts. */
        private volatile Thread waiter;

        @Actor
        public void waiter() {
            waiter = Thread.currentThread();
            try {
                scene.lock.acquireInterruptibly(scene.second, EXCLUSIVE);
            } catch (InterruptedException e) {
                scene.lock.release(scene.first);
            }
        }

        @Signal
        public void interrupt() {
            while (waiter == null) {
                Thread.onSpinWait();
            }
            waiter.interrupt();
        }
    }

    /** A wakeup that comes by what looks like one: a permit that someone else gave. */
    @JCStressTest(Mode.Termination)
    @JCStressMeta(EndOfWait.class)
    @State
    public static class AfterAStrayPermit extends Held {
        @Actor
        public void waiter() {
            LockSupport.unpark(Thread.currentThread());
            scene.lock.acquire(scene.second, EXCLUSIVE);
            leave();
        }

        @Signal
        public void release() {
            scene.lock.release(scene.first);
        }
    }
}
