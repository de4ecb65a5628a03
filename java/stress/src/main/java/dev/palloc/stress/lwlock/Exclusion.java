package dev.palloc.stress.lwlock;

import static dev.palloc.lwlock.LWLockMode.EXCLUSIVE;
import static dev.palloc.lwlock.LWLockMode.SHARED;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.lwlock.LWLockMode;
import dev.palloc.lwlock.Participant;
import dev.palloc.platform.RawMemory;
import dev.palloc.stress.LockScene;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIL_Result;
import org.openjdk.jcstress.infra.results.ZZL_Result;

/** Who may hold a lock together, and what holders see of each other. */
public class Exclusion {
    private Exclusion() {}

    @JCStressTest
    @Outcome(id = "1, 2, at rest", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 1, at rest", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(id = "1, 1, .*", expect = FORBIDDEN, desc = "both were inside")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class ExclusiveBesideExclusive {
        private final LockScene scene = LockScene.next();

        private int add(Participant participant) {
            scene.lock.acquire(participant, EXCLUSIVE);
            int added = RawMemory.getInt(scene.data) + 1;
            RawMemory.putInt(scene.data, added);
            scene.lock.release(participant);
            return added;
        }

        @Actor
        public void first(IIL_Result r) {
            r.r1 = add(scene.first);
        }

        @Actor
        public void second(IIL_Result r) {
            r.r2 = add(scene.second);
        }

        @Arbiter
        public void afterwards(IIL_Result r) {
            r.r3 = scene.afterwards();
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0, at rest", expect = ACCEPTABLE, desc = "the reader came first")
    @Outcome(id = "1, 1, at rest", expect = ACCEPTABLE, desc = "the writer came first")
    @Outcome(id = "0, 1, .*|1, 0, .*", expect = FORBIDDEN, desc = "the reader saw half of the writer's work")
    @Outcome(expect = FORBIDDEN, desc = "the lock was not left as it was found")
    @State
    public static class SharedBesideExclusive {
        private final LockScene scene = LockScene.next();

        @Actor
        public void writer() {
            scene.lock.acquire(scene.first, EXCLUSIVE);
            RawMemory.putInt(scene.data, 1);
            RawMemory.putInt(scene.data + 64, 1);
            scene.lock.release(scene.first);
        }

        @Actor
        public void reader(IIL_Result r) {
            scene.lock.acquire(scene.second, SHARED);
            r.r1 = RawMemory.getInt(scene.data + 64);
            r.r2 = RawMemory.getInt(scene.data);
            scene.lock.release(scene.second);
        }

        @Arbiter
        public void afterwards(IIL_Result r) {
            r.r3 = scene.afterwards();
        }
    }

    /** Nobody releases before the end, so what both get they hold at the same time. */
    abstract static class BothTry {
        private final LockScene scene = LockScene.next();
        private final LWLockMode firstMode;
        private final LWLockMode secondMode;

        BothTry(LWLockMode firstMode, LWLockMode secondMode) {
            this.firstMode = firstMode;
            this.secondMode = secondMode;
        }

        boolean tryFirst() {
            return scene.lock.tryAcquire(scene.first, firstMode);
        }

        boolean trySecond() {
            return scene.lock.tryAcquire(scene.second, secondMode);
        }

        String end() {
            scene.first.releaseAll();
            scene.second.releaseAll();
            return scene.afterwards();
        }
    }

    @JCStressTest
    @Outcome(id = "true, true, at rest", expect = ACCEPTABLE, desc = "both hold it")
    @Outcome(expect = FORBIDDEN, desc = "one shared holder kept the other out")
    @State
    public static class SharedWithShared extends BothTry {
        public SharedWithShared() {
            super(SHARED, SHARED);
        }

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = tryFirst();
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = trySecond();
        }

        @Arbiter
        public void afterwards(ZZL_Result r) {
            r.r3 = end();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, at rest", expect = ACCEPTABLE, desc = "the exclusive one came first")
    @Outcome(id = "false, true, at rest", expect = ACCEPTABLE, desc = "the shared one came first")
    @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "held exclusively and shared at once")
    @Outcome(expect = FORBIDDEN, desc = "it was free, and nobody got it")
    @State
    public static class ExclusiveOrShared extends BothTry {
        public ExclusiveOrShared() {
            super(EXCLUSIVE, SHARED);
        }

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = tryFirst();
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = trySecond();
        }

        @Arbiter
        public void afterwards(ZZL_Result r) {
            r.r3 = end();
        }
    }

    @JCStressTest
    @Outcome(id = "true, false, at rest", expect = ACCEPTABLE, desc = "first got it")
    @Outcome(id = "false, true, at rest", expect = ACCEPTABLE, desc = "second got it")
    @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "two hold it exclusively")
    @Outcome(expect = FORBIDDEN, desc = "it was free, and nobody got it")
    @State
    public static class ExclusiveOrExclusive extends BothTry {
        public ExclusiveOrExclusive() {
            super(EXCLUSIVE, EXCLUSIVE);
        }

        @Actor
        public void first(ZZL_Result r) {
            r.r1 = tryFirst();
        }

        @Actor
        public void second(ZZL_Result r) {
            r.r2 = trySecond();
        }

        @Arbiter
        public void afterwards(ZZL_Result r) {
            r.r3 = end();
        }
    }
}
