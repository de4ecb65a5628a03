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

/** Two swaps that expect the same value: one comes first, whole. */
public class CompareExchange {
    private CompareExchange() {}

    /** 32 bits. */
    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "2, 0, 2", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = FORBIDDEN, desc = "both swaps or none succeeded, or the witness was never there")
    @State
    public static class Of32 {
        private final long word = Line.next();

        @Actor
        public void first(III_Result r) {
            r.r1 = Atomic32.compareExchange(word, 0, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = Atomic32.compareExchange(word, 0, 2);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = Atomic32.read(word);
        }
    }

    /** 64 bits. */
    @JCStressTest
    @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "first, then second")
    @Outcome(id = "4294967296, 0, 4294967296", expect = ACCEPTABLE, desc = "second, then first")
    @Outcome(expect = FORBIDDEN, desc = "both swaps or none succeeded, or the witness was never there")
    @State
    public static class Of64 {
        private final long word = Line.next();

        @Actor
        public void first(JJJ_Result r) {
            r.r1 = Atomic64.compareExchange(word, 0, 1L);
        }

        @Actor
        public void second(JJJ_Result r) {
            r.r2 = Atomic64.compareExchange(word, 0, 1L << 32);
        }

        @Arbiter
        public void afterwards(JJJ_Result r) {
            r.r3 = Atomic64.read(word);
        }
    }
}
