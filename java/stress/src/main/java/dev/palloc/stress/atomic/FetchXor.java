package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.Atomic64;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Overlapping bits flipped in one word: one comes first, whole. */
public class FetchXor {
    private FetchXor() {}

    /** 32 bits. */
    @JCStressTest
    @Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "3, 0, 2", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = FORBIDDEN, desc = "a flip was lost or fetched a value that never was")
    @State
    public static class Of32 {
        private final long word = Line.next();

        @Actor
        public void first(III_Result r) {
            r.r1 = Atomic32.fetchXor(word, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = Atomic32.fetchXor(word, 3);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = Atomic32.read(word);
        }
    }

    /** 64 bits. */
    @JCStressTest
    @Outcome(id = "0, 1, 4294967296", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "4294967297, 0, 4294967296", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = FORBIDDEN, desc = "a flip was lost or fetched a value that never was")
    @State
    public static class Of64 {
        private final long word = Line.next();

        @Actor
        public void first(JJJ_Result r) {
            r.r1 = Atomic64.fetchXor(word, 1L);
        }

        @Actor
        public void second(JJJ_Result r) {
            r.r2 = Atomic64.fetchXor(word, (1L << 32) + 1);
        }

        @Arbiter
        public void afterwards(JJJ_Result r) {
            r.r3 = Atomic64.read(word);
        }
    }
}
