package dev.palloc.lwlock.interleaving;

import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Visits every state that a scenario can reach, depth first, and checks: nobody holds the lock beside an exclusive
 * holder; from each state someone can go on until all have ended, which is that no wakeup is lost; and at the end the
 * lock is as it was, with an empty list.
 */
public final class Interleavings {
    /** As the facts say. */
    static final int RELEASE_OK = 1 << 30;

    static final int NONE = -1;

    private static final String PACKAGE = "dev.palloc.lwlock.";
    private static final String STEPS = "dev/palloc/lwlock/interleaving/Steps";

    private final Protocol protocol = load();
    private final Scenario scenario;
    private final Set<State> visited = new HashSet<>();
    private final Map<List<Integer>, Integer> historyNumbers = new HashMap<>();
    private final List<int[]> histories = new ArrayList<>();
    private long transitions;

    private Interleavings(Scenario scenario) {
        this.scenario = scenario;
        number(new int[0]);
    }

    /** A state and how it came about. */
    private record Node(State state, Node before, int thread, int choice) {}

    /** What has been visited. */
    public record Coverage(int states, long transitions) {}

    /** Throws {@link Violation} if the protocol does what it must not. */
    public static Coverage explore(Scenario scenario) {
        return new Interleavings(scenario).explore();
    }

    private static Protocol load() {
        Set<String> own = Set.of(
                PACKAGE + "LockWord",
                PACKAGE + "WaitSlots",
                PACKAGE + "WaitList",
                PACKAGE + "WaitQueue",
                PACKAGE + "LockProtocol",
                PACKAGE + "Parking",
                PACKAGE + "ProtocolUnderTest");
        Map<String, String> renamed = Map.of(
                "dev/palloc/atomic/Atomic32", STEPS,
                "dev/palloc/atomic/Atomic64", STEPS,
                "dev/palloc/atomic/SpinDelay", STEPS,
                "dev/palloc/platform/RawMemory", STEPS,
                "java/util/concurrent/locks/LockSupport", STEPS,
                "java/lang/System", STEPS,
                "java/lang/Thread", "dev/palloc/lwlock/interleaving/LogicalThread",
                "java/util/concurrent/atomic/AtomicReferenceArray", "dev/palloc/lwlock/interleaving/SharedReferences");
        try {
            Constructor<?> constructor = new RewritingLoader(Interleavings.class.getClassLoader(), own, renamed)
                    .loadClass(PACKAGE + "ProtocolUnderTest")
                    .getConstructor(long.class, int.class);
            return (Protocol) constructor.newInstance(State.SLOTS, 4);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the protocol cannot be loaded for the checker", e);
        }
    }

    private Coverage explore() {
        Deque<Node> open = new ArrayDeque<>();
        Node first = new Node(scenario.first(), null, -1, 0);
        visited.add(first.state);
        open.push(first);
        while (!open.isEmpty()) {
            Node node = open.pop();
            boolean moved = false;
            boolean allEnded = true;
            for (int thread = 0; thread < scenario.threads(); thread++) {
                allEnded &= scenario.hasEnded(thread, node.state);
                if (scenario.mayRun(thread, node.state)) {
                    int choices = 1;
                    for (int choice = 0; choice < choices; choice++) {
                        Node next = new Node(node.state.copy(), node, thread, choice);
                        choices = step(next, null);
                        if (choices > 0) {
                            moved = true;
                            transitions++;
                            if (visited.add(next.state)) {
                                open.push(next);
                            }
                        }
                    }
                }
            }
            if (allEnded) {
                checkAtRest(node);
            } else if (!moved) {
                throw failed(node, "nobody can go on: a wakeup is lost");
            }
        }
        return new Coverage(visited.size(), transitions);
    }

    /** Makes a copy of the state before into that after. Number of choices there were, 0 if the thread is blocked. */
    private int step(Node node, List<String> log) {
        State state = node.state;
        int thread = node.thread;
        Operation operation = scenario.operation(thread, state);
        int held = state.words[state.held(thread)] & ~Operation.RELEASING;
        int[] history = histories.get(state.words[state.history(thread)]);
        Execution run = new Execution(state, thread, history, node.choice, scenario, log);
        Execution.current = run;
        try {
            int heldAfter = operation.body().run(protocol, scenario.slot(thread), held, run);
            state.words[state.operation(thread)]++;
            state.words[state.history(thread)] = 0;
            state.words[state.held(thread)] = heldAfter;
            checkExclusion(state, thread);
        } catch (Execution.Stop stop) {
            if (stop == Execution.BLOCKED) {
                return 0;
            }
            state.words[state.history(thread)] = number(run.history());
            if (operation.releases()) {
                state.words[state.held(thread)] |= Operation.RELEASING;
            }
        } catch (Violation violation) {
            if (log != null) {
                throw violation;
            }
            throw failed(node, violation.getMessage());
        }
        return run.choices;
    }

    private int number(int[] history) {
        List<Integer> key = Arrays.stream(history).boxed().toList();
        return historyNumbers.computeIfAbsent(key, unknown -> {
            histories.add(history);
            return histories.size() - 1;
        });
    }

    private void checkExclusion(State state, int thread) {
        int mine = state.words[state.held(thread)];
        for (int other = 0; other < scenario.threads(); other++) {
            int theirs = state.words[state.held(other)];
            boolean theyHold = theirs != Operation.NOTHING && (theirs & Operation.RELEASING) == 0;
            if (other != thread && mine != Operation.NOTHING && theyHold) {
                boolean bothShared = mine == Operation.HELD_SHARED && theirs == Operation.HELD_SHARED;
                Execution.current.check(bothShared, "holds the lock beside thread " + other);
            }
        }
    }

    private void checkAtRest(Node node) {
        State state = node.state;
        int word = state.words[State.index(State.LOCK + 4)];
        boolean listEmpty =
                state.words[State.index(State.LOCK + 8)] == NONE && state.words[State.index(State.LOCK + 12)] == NONE;
        boolean slotsFree = true;
        for (int slot = 0; slot < state.slots; slot++) {
            for (int word4 : new int[] {0, 2, 3}) {
                slotsFree &= state.words[State.waiting(slot) + word4] == 0;
            }
        }
        if (word != RELEASE_OK || !listEmpty || !slotsFree) {
            throw failed(
                    node,
                    "at the end the state is 0x" + Integer.toHexString(word) + ", the list " + (listEmpty ? "" : "not ")
                            + "empty, the slots " + (slotsFree ? "" : "not ") + "free");
        }
    }

    /** Goes the way again, with a log. */
    private Violation failed(Node node, String what) {
        Deque<Node> way = new ArrayDeque<>();
        for (Node at = node; at.before != null; at = at.before) {
            way.push(at);
        }
        List<String> log = new ArrayList<>();
        State state = scenario.first();
        try {
            for (Node at : way) {
                Node again = new Node(state, null, at.thread, at.choice);
                step(again, log);
            }
        } catch (Violation again) {
            log.add(again.getMessage());
        }
        return new Violation(what + ", in: " + scenario + "\n  " + String.join("\n  ", log));
    }
}
