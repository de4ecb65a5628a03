package dev.palloc.lwlock.interleaving;

/** Stands in for AtomicReferenceArray: who is announced at which slot. */
public final class SharedReferences {
    private final int length;

    public SharedReferences(int length) {
        this.length = length;
    }

    public int length() {
        return length;
    }

    public void setOpaque(int index, Object value) {
        Execution run = Execution.current;
        if (run.replaying()) {
            run.replay();
            return;
        }
        run.check(
                run.read(State.waiting(index)) == 0 && value == LogicalThread.currentThread(),
                "is announced at slot " + index + " while it is in a queue, or by another");
        int thread = value == null ? State.NOBODY : ((LogicalThread) value).number();
        run.state.words[State.announced(index)] = thread;
        run.result(thread, "announce at slot " + index);
    }

    public Object getOpaque(int index) {
        Execution run = Execution.current;
        int thread;
        if (run.replaying()) {
            thread = run.replay();
        } else {
            run.check(
                    run.read(State.takerOf(index)) == run.thread,
                    "asks who is at slot " + index + ", which it has not taken off the list");
            thread = run.result(run.read(State.announced(index)), "who is at slot " + index);
        }
        return thread == State.NOBODY ? null : LogicalThread.of(thread);
    }
}
