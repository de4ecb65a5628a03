package dev.palloc.lwlock.interleaving;

import java.util.ArrayList;
import java.util.List;

/** Who does what, in which order. The lock is free at first. */
public final class Scenario {
    private static final int ALL_AT_ONCE = -1;

    private final List<List<Operation>> programs = new ArrayList<>();
    private final List<Integer> slots = new ArrayList<>();
    private final List<Integer> after = new ArrayList<>();
    private int slotCount;
    private boolean coarse;

    /** What is done with the wait list locked is one step. Needed with three threads: see the package. */
    public Scenario coarse() {
        coarse = true;
        return this;
    }

    boolean isCoarse() {
        return coarse;
    }

    boolean hasInterrupts() {
        return programs.stream()
                .flatMap(List::stream)
                .anyMatch(operation -> operation.name().equals(Operation.INTERRUPT));
    }

    /** A thread with a wait slot of its own. */
    public Scenario thread(Operation... program) {
        return add(slotCount++, ALL_AT_ONCE, program);
    }

    /** A thread that takes over the wait slot of another when that one has ended. */
    public Scenario successorOf(int thread, Operation... program) {
        return add(slots.get(thread), thread, program);
    }

    private Scenario add(int slot, int predecessor, Operation... program) {
        programs.add(List.of(program));
        slots.add(slot);
        after.add(predecessor);
        return this;
    }

    int threads() {
        return programs.size();
    }

    int slot(int thread) {
        return slots.get(thread);
    }

    boolean hasEnded(int thread, State state) {
        return state.words[state.operation(thread)] == programs.get(thread).size();
    }

    boolean mayRun(int thread, State state) {
        int predecessor = after.get(thread);
        return !hasEnded(thread, state) && (predecessor == ALL_AT_ONCE || hasEnded(predecessor, state));
    }

    Operation operation(int thread, State state) {
        return programs.get(thread).get(state.words[state.operation(thread)]);
    }

    State first() {
        State state = new State(slotCount, threads());
        state.words[State.index(State.LOCK + 4)] = Interleavings.RELEASE_OK;
        state.words[State.index(State.LOCK + 8)] = Interleavings.NONE;
        state.words[State.index(State.LOCK + 12)] = Interleavings.NONE;
        state.words[State.index(State.VARIABLE)] = (int) Operation.OLD;
        return state;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int thread = 0; thread < threads(); thread++) {
            text.append(thread == 0 ? "" : " | ");
            int predecessor = after.get(thread);
            text.append(predecessor == ALL_AT_ONCE ? "" : "after " + predecessor + " with its slot: ");
            String separator = "";
            for (Operation operation : programs.get(thread)) {
                text.append(separator).append(operation.name());
                separator = ", ";
            }
        }
        return text.toString();
    }
}
