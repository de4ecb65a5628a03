package dev.palloc.lwlock.interleaving;

/** Stands in for Thread. Its state is in the current execution's. */
public final class LogicalThread {
    private static final LogicalThread[] THREADS = {
        new LogicalThread(0), new LogicalThread(1), new LogicalThread(2), new LogicalThread(3)
    };

    private final int number;

    private LogicalThread(int number) {
        this.number = number;
    }

    static LogicalThread of(int number) {
        return THREADS[number];
    }

    int number() {
        return number;
    }

    public static LogicalThread currentThread() {
        return THREADS[Execution.current.thread];
    }

    public boolean isInterrupted() {
        return flag(false) != 0;
    }

    public static boolean interrupted() {
        return currentThread().flag(true) != 0;
    }

    private int flag(boolean clear) {
        Execution run = Execution.current;
        if (run.replaying()) {
            return run.replay();
        }
        run.beginLookForInterrupt();
        int index = run.state.interrupted(number);
        int set = run.read(index);
        if (clear) {
            run.state.words[index] = 0;
        }
        return run.result(set, clear ? "take interrupt" : "look for an interrupt");
    }

    /** Sets the flag and, as the JDK does, ends a park. */
    public void interrupt() {
        Execution run = Execution.current;
        if (run.replaying()) {
            run.replay();
            return;
        }
        run.beginStep();
        run.state.words[run.state.interrupted(number)] = 1;
        run.result(number, "interrupt");
    }
}
