package dev.palloc.stress.atomic;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.palloc.atomic.Atomic32;
import dev.palloc.stress.Line;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Dekker's test with 32 bits: each thread writes its word, does the operation on a third that only it knows, and reads the
 * other's. Writes and reads have no order of their own, so what keeps them in order is the operation, even one that stores
 * nothing.
 */
@Description("The operation is a full barrier.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "a read passed the operation, or a write was late")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "first came first")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "second came first")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "both wrote before either read")
public class FullBarrier32 {
    private static final int X = 0;
    private static final int FIRST = 32;
    private static final int Y = 64;
    private static final int SECOND = 96;

    private FullBarrier32() {}

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Exchange {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.exchange(line + FIRST, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.exchange(line + SECOND, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Swap {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.compareExchange(line + FIRST, 0, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.compareExchange(line + SECOND, 0, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class SwapThatFails {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.compareExchange(line + FIRST, 1, 2);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.compareExchange(line + SECOND, 1, 2);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Add {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchAdd(line + FIRST, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchAdd(line + SECOND, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class AddOfNothing {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchAdd(line + FIRST, 0);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchAdd(line + SECOND, 0);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Subtract {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchSub(line + FIRST, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchSub(line + SECOND, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class And {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchAnd(line + FIRST, 0);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchAnd(line + SECOND, 0);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Or {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchOr(line + FIRST, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchOr(line + SECOND, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }

    @JCStressTest
    @JCStressMeta(FullBarrier32.class)
    @State
    public static class Xor {
        private final long line = Line.next();

        @Actor
        public void first(II_Result r) {
            Atomic32.write(line + X, 1);
            Atomic32.fetchXor(line + FIRST, 1);
            r.r1 = Atomic32.read(line + Y);
        }

        @Actor
        public void second(II_Result r) {
            Atomic32.write(line + Y, 1);
            Atomic32.fetchXor(line + SECOND, 1);
            r.r2 = Atomic32.read(line + X);
        }
    }
}
