package dev.palloc.memory;

import dev.palloc.MemoryCorruptedException;
import java.util.HashSet;
import java.util.Set;

/**
 * The last act of a manager: whatever throws, all contexts are gone and all blocks given back when it ends normally or by
 * a callback. Damaged contexts, which no other release can take apart, are forgotten, and the register gives back what
 * they hold.
 */
final class ManagerRelease {
    private final MemoryManager manager;
    private final ContextHandles handles;
    private final ContextRelease release;

    ManagerRelease(MemoryManager manager) {
        this.manager = manager;
        this.handles = manager.handles();
        this.release = new ContextRelease(manager);
    }

    void run() {
        deleteRoots(new HashSet<>());
        if (manager.contextCount() > 0) {
            // What is left are the trees of damaged contexts. Taken out of them, all others can go.
            isolateAll();
            deleteRoots(new HashSet<>(release.damaged()));
        }
        boolean damaged = manager.contextCount() > 0;
        abandonAll();
        manager.recycled().clear();
        if (damaged) {
            manager.contextBlocks().giveAbandoned();
        }
    }

    /** Throws what was collected, if anything. */
    void finish() {
        release.finish();
    }

    /** See {@link ContextRelease#stop}. */
    RuntimeException stop(RuntimeException reason) {
        return release.stop(reason);
    }

    /** Of all contexts, also of those that callbacks create, while all memory is still there. */
    void runCallbacks() {
        try {
            while (anyCallback()) {
                for (int number = 0; number < handles.limit(); number++) {
                    MemoryContext context = handles.get(number);
                    if (context != null && ContextTree.parent(context.address) == 0) {
                        release.runCallbacks(context.address);
                    }
                }
            }
        } catch (MemoryCorruptedException stop) {
            // The release has noted it. The callbacks behind it run when their contexts are forgotten.
        }
    }

    private boolean anyCallback() {
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            if (context != null && context.hasCallbacks()) {
                return true;
            }
        }
        return false;
    }

    private void deleteRoots(Set<MemoryContext> stuck) {
        boolean again = true;
        // A callback may create a context, and its number may be any.
        while (again) {
            again = false;
            for (int number = 0; number < handles.limit(); number++) {
                MemoryContext context = handles.get(number);
                if (context != null && ContextTree.parent(context.address) == 0 && !stuck.contains(context)) {
                    again = true;
                    deleteRoot(context, stuck);
                }
            }
        }
    }

    private void deleteRoot(MemoryContext root, Set<MemoryContext> stuck) {
        try {
            release.deleteTree(root.address);
        } catch (MemoryCorruptedException stop) {
            // The release has noted it as its failure. What callbacks throw does not come this way.
            stuck.add(root);
        }
    }

    private void isolateAll() {
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            if (context != null) {
                ContextTree.isolate(context.address);
                context.limit = null;
            }
        }
    }

    private void abandonAll() {
        for (MemoryContext context = handles.any(); context != null; context = handles.any()) {
            int number = handles.limit() - 1;
            release.runHooks(context);
            handles.remove(number).forget();
        }
    }
}
