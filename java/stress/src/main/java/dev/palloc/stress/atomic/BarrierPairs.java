package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.Atomic32;
import dev.palloc.atomic.Barriers;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Explicit barriers between accesses that have no order of their own. */
public class BarrierPairs {
    private static final int X = 0;
    private static final int Y = 64;

    private BarrierPairs() {}

    @JCStressTest
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "a read passed a full barrier")
    @Outcome(expect = ACCEPTABLE, desc = "at least one saw the other's write")
    @State
    public static class Full {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Barriers.full();
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Barriers.full();
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the flag was seen before the data")
    @Outcome(expect = ACCEPTABLE, desc = "the data is there when the flag is")
    @State
    public static class WriteAndRead {
        private final long line = Line.next();

        @Actor
        public void writer() {
            Atomic32.write(line + X, 1);
            Barriers.write();
            Atomic32.write(line + Y, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Atomic32.read(line + Y);
            Barriers.read();
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the flag was seen before the data")
    @Outcome(expect = ACCEPTABLE, desc = "the data is there when the flag is")
    @State
    public static class Membarrier {
        private final long line = Line.next();

        @Actor
        public void writer() {
            Atomic32.write(line + X, 1);
            Atomic32.writeMembarrier(line + Y, 1);
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = Atomic32.readMembarrier(line + Y);
            r.r2 = Atomic32.read(line + X);
        }
    }
}
