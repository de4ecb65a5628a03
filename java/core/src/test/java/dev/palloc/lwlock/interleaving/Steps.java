package dev.palloc.lwlock.interleaving;

import java.util.function.Supplier;

/**
 * Stands in for Atomic32, Atomic64, RawMemory, LockSupport, System and SpinDelay: the static methods of them that the
 * protocol uses, on the state of the current execution.
 */
public final class Steps {
    private Steps() {}

    private static String place(long address) {
        if (address == State.VARIABLE) {
            return "variable";
        }
        if (address < State.VARIABLE) {
            return new String[] {"tranche", "state", "head", "tail"}[(int) (address - State.LOCK) / Integer.BYTES];
        }
        int word = (int) (address - State.SLOTS) % 128 / Integer.BYTES;
        return new String[] {"waiting", "mode", "next", "previous"}[word] + " of slot " + (address - State.SLOTS) / 128;
    }

    private static String hex(int value) {
        return "0x" + Integer.toHexString(value);
    }

    // Atomic32, Atomic64

    public static int fetchOr(long address, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int before = run.read(State.index(address));
        if ((value & before & Execution.LIST_LOCKED) != 0) {
            throw Execution.BLOCKED;
        }
        run.write(State.index(address), before | value);
        // Of the other bits before the protocol makes no use, but after RELEASE_OK; without them states are fewer.
        int seen = value == Interleavings.RELEASE_OK ? before : before & Execution.LIST_LOCKED & value;
        return run.result(seen, "fetchOr " + place(address) + " " + hex(value));
    }

    public static int fetchAnd(long address, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int before = run.read(State.index(address));
        run.write(State.index(address), before & value);
        // The protocol makes no use of what was before.
        return run.result(0, "fetchAnd " + place(address) + " " + hex(value));
    }

    public static int subFetch(long address, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int after = run.read(State.index(address)) - value;
        run.write(State.index(address), after);
        return run.result(after, "subFetch " + place(address) + " " + hex(value));
    }

    public static int compareExchange(long address, int expected, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int witness = run.read(State.index(address));
        if (witness == expected) {
            run.write(State.index(address), value);
        }
        return run.result(witness, "compareExchange " + place(address) + " " + hex(expected) + " " + hex(value));
    }

    public static long exchange(long address, long value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int before = run.read(State.index(address));
        run.write(State.index(address), (int) value);
        return run.result(before, "exchange " + place(address) + " " + value);
    }

    // RawMemory

    public static int compareAndExchangeInt(long address, int expected, int value) {
        return compareExchange(address, expected, value);
    }

    public static int getIntAcquire(long address) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        int index = State.index(address);
        int slot = run.state.slotOf(index);
        boolean waiting = slot != State.NOBODY && index == State.waiting(slot);
        // That a participant waits no more stays so until it queues again itself: to see it is no step of its own.
        if (!waiting || run.read(index) != 0) {
            run.beginStep();
        }
        int value = run.read(index);
        // Who has not locked the list cannot tell 1 from 2, and does not ask.
        return run.result(waiting && !run.ownsList() ? Math.min(value, 1) : value, "read " + place(address));
    }

    public static long getLongAcquire(long address) {
        return getIntAcquire(address);
    }

    public static void putIntRelease(long address, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            run.replay();
            return;
        }
        // Only waiting is stored this way. Of that others see 0 or not, and it becomes 1 or 2 with the list locked.
        if (value == 0) {
            run.beginStep();
        } else {
            run.checkProtected(State.index(address));
        }
        run.write(State.index(address), value);
        run.result(value, "write " + place(address));
    }

    public static int getInt(long address) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.checkProtected(State.index(address));
        return run.result(run.read(State.index(address)), "  plain read " + place(address));
    }

    public static void putInt(long address, int value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            run.replay();
            return;
        }
        run.checkProtected(State.index(address));
        run.write(State.index(address), value);
        run.result(value, "  plain write " + place(address));
    }

    // LockSupport and System

    public static void park(Object blocker) {
        park(false);
    }

    public static void parkNanos(Object blocker, long nanos) {
        if (park(true) == 1) {
            Execution.current.timePassed();
        }
    }

    /** 0 by permit or interrupt, 1 because time is up; where both can be, both are tried. */
    private static int park(boolean timed) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginStep();
        int permit = run.state.permit(run.thread);
        boolean released = run.read(permit) != 0 || run.read(run.state.interrupted(run.thread)) != 0;
        if (!released && !timed) {
            throw Execution.BLOCKED;
        }
        run.choices = released && timed ? 2 : 1;
        boolean late = !released || run.choice == 1;
        if (!late) {
            run.state.words[permit] = 0;
        }
        return run.result(late ? 1 : 0, late ? "parked until time was up" : "parked");
    }

    public static void unpark(LogicalThread thread) {
        Execution run = Execution.current;
        if (run.replaying()) {
            run.replay();
            return;
        }
        run.beginStep();
        if (thread != null) {
            run.state.words[run.state.permit(thread.number())] = 1;
        }
        run.result(thread == null ? State.NOBODY : thread.number(), "unpark");
    }

    /** The time limit of an operation is 1. */
    public static long nanoTime() {
        return Execution.current.isLate() ? 1 : 0;
    }

    // SpinDelay: to wait for the wait list is one step, so nobody comes here.

    public static Steps ofShortSleeps() {
        throw new Violation("waits by spinning for what a blocked step stands for");
    }

    public void pause(Supplier<String> lock) {
        throw new UnsupportedOperationException();
    }

    public void finish() {
        throw new UnsupportedOperationException();
    }
}
