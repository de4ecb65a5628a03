package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;

import dev.palloc.MemoryCorruptedException;
import java.util.HashSet;
import java.util.Set;

/**
 * One reset or delete, of one context or of a branch: for each context its callbacks, then the end of its segments, then
 * its memory. Children go before parents. A callback that throws stops nothing: the rest is done, and the first
 * exception is thrown at the end with the others suppressed in it, so that nothing runs twice and nothing is forgotten.
 *
 * <p>Three things stop a release, with everything done so far complete and the rest as it was: segments that a native
 * call is using at this moment, segments that belong to another thread, and, in checking mode, a context whose links or
 * block lists were written over. Such a context cannot be taken apart; only the end of its manager frees it.
 */
final class ContextRelease {
    private final MemoryManager manager;
    private Throwable failure;

    /** Contexts that stopped this release. */
    private Set<MemoryContext> damaged = Set.of();

    ContextRelease(MemoryManager manager) {
        this.manager = manager;
    }

    /** As new. */
    ContextRelease again() {
        failure = null;
        damaged = Set.of();
        return this;
    }

    void reset(long context) {
        requireIdle("reset", context);
        deleteBelow(context);
        resetOne(context);
        // Those that its callbacks created.
        deleteBelow(context);
        finish();
    }

    void resetOnly(long context) {
        requireIdle("reset", context);
        resetOne(context);
        finish();
    }

    void resetChildren(long top) {
        requireIdle("reset the children of", top);
        // PostgreSQL goes from the top; here a child's callbacks may need what its parent holds.
        for (long context = leafBelow(top); context != top; context = nextUpwards(context)) {
            resetOne(context);
        }
        finish();
    }

    void delete(long context) {
        requireIdle("delete", context);
        deleteTree(context);
        finish();
    }

    void deleteChildren(long context) {
        requireIdle("delete the children of", context);
        deleteBelow(context);
        finish();
    }

    /** Throws what was collected, if anything. */
    void finish() {
        if (failure != null) {
            ContextRelease.<RuntimeException>throwAsIs(failure);
        }
    }

    /** Languages without checked exceptions throw them from a Runnable as well. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void throwAsIs(Throwable e) throws E {
        throw (E) e;
    }

    private void deleteBelow(long context) {
        for (long child = firstChild(context); child != 0; child = firstChild(context)) {
            deleteTree(child);
        }
    }

    void deleteTree(long top) {
        long context = top;
        while (true) {
            context = leafBelow(context);
            check(context);
            runHooks(context);
            if (firstChild(context) != 0) {
                // A callback created it; children go first.
                continue;
            }
            long parent = ContextTree.parent(context);
            ContextLifecycle.delete(manager, context);
            if (context == top) {
                return;
            }
            context = parent;
        }
    }

    private void resetOne(long context) {
        check(context);
        // An allocation that failed may have left a hook.
        if (!ContextTree.isReset(context) || getByte(context + ContextLayout.HOOKS) != 0) {
            runHooks(context);
            ContextLifecycle.reset(manager, context);
        }
    }

    /** Links of the tree are followed only from contexts whose links are whole. */
    private long firstChild(long context) {
        if (Checking.ENABLED) {
            stopAt(ContextLinks.examine(manager, context));
        }
        return ContextTree.firstChild(context);
    }

    /** The context after this one in a walk that began at a leaf, children first. */
    private long nextUpwards(long context) {
        if (Checking.ENABLED) {
            stopAt(ContextLinks.examine(manager, context));
        }
        long sibling = ContextTree.nextSibling(context);
        return sibling != 0 ? leafBelow(sibling) : ContextTree.parent(context);
    }

    /** The first context without children on the way down from this one. */
    private long leafBelow(long context) {
        long leaf = context;
        for (long child = firstChild(leaf); child != 0; child = firstChild(leaf)) {
            leaf = child;
        }
        return leaf;
    }

    private void check(long context) {
        if (Checking.ENABLED) {
            CheckFindings findings = ContextCheck.examine(manager, context);
            stopAt(findings);
            if (!findings.isEmpty()) {
                collect(findings.exception());
            }
        }
    }

    private void runHooks(long context) {
        if (getByte(context + ContextLayout.HOOKS) != 0) {
            runHooks(manager.contextAt(context));
        }
    }

    /** Callbacks first: they may still read the context's memory by its segments. */
    void runHooks(MemoryContext context) {
        runCallbacks(context);
        closeSegments(context);
    }

    /** Contexts at which this was stopped so far. */
    Set<MemoryContext> damaged() {
        return damaged;
    }

    /** Ends the release at a context that cannot be taken apart; what was collected goes along. */
    private void stopAt(CheckFindings findings) {
        if (findings.isStructural()) {
            MemoryCorruptedException stop = stop(findings.exception());
            failure = stop;
            damaged = new HashSet<>(damaged);
            damaged.add(findings.context());
            throw stop;
        }
    }

    /** What ends a release early takes along what was collected so far: nobody will throw that later. */
    <E extends RuntimeException> E stop(E reason) {
        if (failure != null) {
            reason.addSuppressed(failure);
        }
        return reason;
    }

    /** Those of a tree, children first; the contexts stay as they are. */
    void runCallbacks(long top) {
        long context = leafBelow(top);
        runCallbacks(manager.contextAt(context));
        while (context != top) {
            context = nextUpwards(context);
            runCallbacks(manager.contextAt(context));
        }
    }

    private void runCallbacks(MemoryContext context) {
        manager.releasing().add(context);
        try {
            for (Runnable callback = context.nextCallback(); callback != null; callback = context.nextCallback()) {
                try {
                    callback.run();
                } catch (Throwable e) {
                    collect(e);
                }
            }
        } finally {
            manager.releasing().removeLast();
        }
    }

    private void closeSegments(MemoryContext context) {
        try {
            context.closeSegments();
        } catch (IllegalStateException e) {
            throw stop(new IllegalStateException(
                    "context " + context + " cannot be released now: a native call is using one of its segments", e));
        } catch (WrongThreadException e) {
            throw stop(e);
        }
    }

    private void collect(Throwable e) {
        if (failure == null) {
            failure = e;
        } else if (failure != e) {
            failure.addSuppressed(e);
        }
    }

    /** A callback must not pull the ground from under its own context. */
    private void requireIdle(String operation, long context) {
        manager.answerRequests();
        manager.requireIdle(operation, context);
    }
}
