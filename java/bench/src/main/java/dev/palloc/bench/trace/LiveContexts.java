package dev.palloc.bench.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tree of contexts while a trace is read: which ids there are, which are alive, who is whose parent. */
final class LiveContexts {
    private final Map<Long, Integer> indexById = new HashMap<>();
    private final List<ContextSpec> specs = new ArrayList<>();
    private boolean[] alive = new boolean[64];
    private int[] parents = new int[64];
    private int[] children = new int[64];
    private int[] epochs = new int[64];

    /** The index of an id, or -1 for an id never created. */
    int index(long id) {
        return indexById.getOrDefault(id, -1);
    }

    int add(long id, ContextSpec spec) {
        int index = specs.size();
        if (index == alive.length) {
            alive = Arrays.copyOf(alive, index * 2);
            parents = Arrays.copyOf(parents, index * 2);
            children = Arrays.copyOf(children, index * 2);
            epochs = Arrays.copyOf(epochs, index * 2);
        }
        indexById.put(id, index);
        specs.add(spec);
        alive[index] = true;
        attach(index, spec.parent());
        return index;
    }

    boolean isAlive(int index) {
        return alive[index];
    }

    boolean hasChildren(int index) {
        return children[index] > 0;
    }

    ContextSpec spec(int index) {
        return specs.get(index);
    }

    /** Rises with each reset and delete: a chunk of an earlier epoch is dead. */
    int epoch(int index) {
        return epochs[index];
    }

    void reset(int index) {
        epochs[index]++;
    }

    void delete(int index) {
        epochs[index]++;
        alive[index] = false;
        detach(index);
    }

    void setParent(int index, int parent) {
        detach(index);
        attach(index, parent);
    }

    boolean isSelfOrAncestor(int index, int of) {
        for (int level = of; level != ContextSpec.ROOT; level = parents[level]) {
            if (level == index) {
                return true;
            }
        }
        return false;
    }

    ContextSpec[] toArray() {
        return specs.toArray(new ContextSpec[0]);
    }

    private void attach(int index, int parent) {
        parents[index] = parent;
        if (parent != ContextSpec.ROOT) {
            children[parent]++;
        }
    }

    private void detach(int index) {
        if (parents[index] != ContextSpec.ROOT) {
            children[parents[index]]--;
        }
    }
}
