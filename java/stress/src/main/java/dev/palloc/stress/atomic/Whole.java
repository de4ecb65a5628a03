package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.Atomic64;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/** Plain reads and writes beside others. */
public class Whole {
    private Whole() {}

    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "before the write")
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "after the write")
    @Outcome(expect = FORBIDDEN, desc = "half a write")
    @State
    public static class ReadAndWrite {
        private final long word = Line.next();

        @Actor
        public void writer() {
            Atomic64.write(word, -1);
        }

        @Actor
        public void reader(J_Result r) {
            r.r1 = Atomic64.read(word);
        }
    }

    /** A write must not fall between the parts of an operation, or it is undone. */
    @JCStressTest
    @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "the addition came first")
    @Outcome(id = "10, 11", expect = ACCEPTABLE, desc = "the write came first")
    @Outcome(id = "0, 1", expect = FORBIDDEN, desc = "the write was undone")
    @Outcome(expect = FORBIDDEN, desc = "a value that never was")
    @State
    public static class WriteAndAdd {
        private final long word = Line.next();

        @Actor
        public void writer() {
            Atomic64.write(word, 10);
        }

        @Actor
        public void adder(JJ_Result r) {
            r.r1 = Atomic64.fetchAdd(word, 1);
        }

        @Arbiter
        public void afterwards(JJ_Result r) {
            r.r2 = Atomic64.read(word);
        }
    }
}
