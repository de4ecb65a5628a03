package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.Atomic64;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** Two threads raise a word to 1 and to 2: it ends at 2, and each is told what the word is at least. */
@Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "first, then second")
@Outcome(id = "2, 2, 2", expect = ACCEPTABLE, desc = "second came first, and the first had nothing to do")
@Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "the word went back")
@Outcome(expect = FORBIDDEN, desc = "a value that the word never had or had no more")
public class MonotonicAdvance {
    private MonotonicAdvance() {}

    @JCStressTest
    @JCStressMeta(MonotonicAdvance.class)
    @State
    public static class Of32 {
        private final long word = Line.next();

        @Actor
        public void first(III_Result r) {
            r.r1 = Atomic32.monotonicAdvance(word, 1);
        }

        @Actor
        public void second(III_Result r) {
            r.r2 = Atomic32.monotonicAdvance(word, 2);
        }

        @Arbiter
        public void afterwards(III_Result r) {
            r.r3 = Atomic32.read(word);
        }
    }

    @JCStressTest
    @JCStressMeta(MonotonicAdvance.class)
    @State
    public static class Of64 {
        private final long word = Line.next();

        @Actor
        public void first(JJJ_Result r) {
            r.r1 = Atomic64.monotonicAdvance(word, 1);
        }

        @Actor
        public void second(JJJ_Result r) {
            r.r2 = Atomic64.monotonicAdvance(word, 2);
        }

        @Arbiter
        public void afterwards(JJJ_Result r) {
            r.r3 = Atomic64.read(word);
        }
    }
}
