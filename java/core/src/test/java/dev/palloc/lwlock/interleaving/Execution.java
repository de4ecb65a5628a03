package dev.palloc.lwlock.interleaving;

import java.util.Arrays;
import java.util.List;

/**
 * One step of one thread: its operation from the start, fed with the results of the steps it has done, then one more on
 * the state, and on to just before the next.
 */
final class Execution {
    /** Of the bit in a lock's state; the facts say so. */
    static final int LIST_LOCKED = 1 << 29;

    /** Ends the run of a thread. Without stack trace, as there are millions. */
    static final class Stop extends Error {
        private static final long serialVersionUID = 1L;

        Stop(String message) {
            super(message, null, false, false);
        }
    }

    /** Just before the next step. */
    static final Stop BEFORE_NEXT = new Stop("before the next step");

    /** The step cannot be done in this state. */
    static final Stop BLOCKED = new Stop("blocked");

    /** The one that runs: the checker has one thread. */
    static Execution current;

    final int thread;
    final State state;
    final int choice;
    final List<String> log;

    /** Ways that the step could have gone; the choice is one of them. */
    int choices = 1;

    /** Whether what is done with the wait list locked is one step; see the package. */
    private final boolean coarse;

    private final boolean interrupts;
    private int[] results;
    private int done;
    private int effects;
    private final int given;
    private boolean stepped;
    private boolean late;

    Execution(State state, int thread, int[] history, int choice, Scenario scenario, List<String> log) {
        this.coarse = scenario.isCoarse();
        this.interrupts = scenario.hasInterrupts();
        this.state = state;
        this.thread = thread;
        this.results = Arrays.copyOf(history, history.length + 16);
        this.given = history.length;
        this.choice = choice;
        this.log = log;
    }

    int[] history() {
        return Arrays.copyOf(results, done);
    }

    boolean replaying() {
        return done < given;
    }

    int replay() {
        return results[done++];
    }

    /** Before the effect of something that others see. */
    void beginStep() {
        if (coarse && state.listOwner() == thread) {
            return;
        }
        if (stepped) {
            throw BEFORE_NEXT;
        }
        stepped = true;
    }

    /** Flags that nobody sets are no step. */
    void beginLookForInterrupt() {
        if (interrupts) {
            beginStep();
        }
    }

    boolean ownsList() {
        return state.listOwner() == thread;
    }

    int result(int value, String what) {
        if (log != null) {
            log.add("thread " + thread + ": " + what + " -> " + value);
        }
        if (done == results.length) {
            results = Arrays.copyOf(results, done * 2);
        }
        results[done++] = value;
        return value;
    }

    void timePassed() {
        late = true;
    }

    boolean isLate() {
        return late;
    }

    int read(int index) {
        return state.words[index];
    }

    /** Keeps track of who has the wait list, and of who has taken a slot off it. */
    void write(int index, int value) {
        if (State.isLockState(index)) {
            int changed = state.words[index] ^ value;
            boolean before = (state.words[index] & LIST_LOCKED) != 0;
            boolean after = (value & LIST_LOCKED) != 0;
            if (ownsList() && (changed & ~LIST_LOCKED) != 0) {
                effects++;
                check(!coarse || effects == 1, "changes the state twice with the list locked, which is no one step");
            }
            if (before && !after) {
                check(ownsList(), "unlocks the wait list, which " + state.listOwner() + " has locked");
                state.setListOwner(State.NOBODY);
            } else if (after && !before) {
                effects = 0;
                state.setListOwner(thread);
            }
        }
        int slot = state.slotOf(index);
        if (slot != State.NOBODY && index == State.waiting(slot)) {
            boolean taken = value == 2;
            if (taken) {
                check(ownsList(), "takes slot " + slot + " off without the wait list's lock");
            }
            state.words[State.takerOf(slot)] = taken ? thread : State.NOBODY;
        }
        state.words[index] = value;
    }

    /** A plain access has to be protected. */
    void checkProtected(int index) {
        int slot = state.slotOf(index);
        boolean own = ownsList() || slot != State.NOBODY && read(State.takerOf(slot)) == thread;
        check(own, "touches word " + index + " of the wait list without its lock");
    }

    void check(boolean condition, String otherwise) {
        if (!condition) {
            throw new Violation("thread " + thread + " " + otherwise);
        }
    }
}
