package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.AtomicFlag;
import dev.palloc.platform.RawMemory;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Flags that two threads set, or that one clears and the other sets. */
public class Flag {
    private Flag() {}

    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "first has set it")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "second has set it")
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "both believe that they have set it")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "it was clear, and nobody has set it")
    @State
    public static class BothSet {
        private final long flag = Line.next();

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = AtomicFlag.testSet(flag);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = AtomicFlag.testSet(flag);
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "still set, nothing seen")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "still set, but the data was early")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "cleared, and with it the data")
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "cleared before the data was there")
    @State
    public static class ClearPublishes {
        private final long flag = Line.next();
        private final long data = flag + 64;

        public ClearPublishes() {
            AtomicFlag.testSet(flag);
        }

        @Actor
        public void holder() {
            RawMemory.putInt(data, 1);
            AtomicFlag.clear(flag);
        }

        @Actor
        public void next(II_Result r) {
            r.r1 = AtomicFlag.testSet(flag) ? 1 : 0;
            r.r2 = RawMemory.getInt(data);
        }
    }
}
