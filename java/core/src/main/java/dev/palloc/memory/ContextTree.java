package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * The links between contexts, by address (mcxt.c). No walk recurses: a chain of a million contexts is deleted on the
 * stack of a handful.
 */
final class ContextTree {
    private ContextTree() {}

    static boolean isReset(long context) {
        return getByte(context + ContextLayout.IS_RESET) != 0;
    }

    static long parent(long context) {
        return getLong(context + ContextLayout.PARENT);
    }

    static long firstChild(long context) {
        return getLong(context + ContextLayout.FIRST_CHILD);
    }

    static long nextSibling(long context) {
        return getLong(context + ContextLayout.NEXT_CHILD);
    }

    /** Makes a context without links the first child of a parent, or a root if that is 0. */
    static void link(long context, long parent) {
        long next = parent == 0 ? 0 : firstChild(parent);
        putLong(context + ContextLayout.PARENT, parent);
        putLong(context + ContextLayout.PREV_CHILD, 0);
        putLong(context + ContextLayout.NEXT_CHILD, next);
        if (next != 0) {
            putLong(next + ContextLayout.PREV_CHILD, context);
        }
        if (parent != 0) {
            putLong(parent + ContextLayout.FIRST_CHILD, context);
        }
    }

    /** Takes a context, with all below it, out of its parent's children. */
    static void unlink(long context) {
        long parent = parent(context);
        if (parent == 0) {
            return;
        }
        long prev = getLong(context + ContextLayout.PREV_CHILD);
        long next = nextSibling(context);
        if (prev != 0) {
            putLong(prev + ContextLayout.NEXT_CHILD, next);
        } else {
            putLong(parent + ContextLayout.FIRST_CHILD, next);
        }
        if (next != 0) {
            putLong(next + ContextLayout.PREV_CHILD, prev);
        }
        putLong(context + ContextLayout.PARENT, 0);
        putLong(context + ContextLayout.PREV_CHILD, 0);
        putLong(context + ContextLayout.NEXT_CHILD, 0);
    }

    /** Takes a context out of a tree that is not to be trusted: only its own links are cut. */
    static void isolate(long context) {
        putLong(context + ContextLayout.PARENT, 0);
        putLong(context + ContextLayout.FIRST_CHILD, 0);
        putLong(context + ContextLayout.PREV_CHILD, 0);
        putLong(context + ContextLayout.NEXT_CHILD, 0);
    }

    /** The context after this one in a walk from the top, parents first; 0 at the end. */
    static long nextInWalk(long context, long top) {
        long next = firstChild(context);
        if (next != 0) {
            return next;
        }
        while (context != top) {
            next = nextSibling(context);
            if (next != 0) {
                return next;
            }
            context = parent(context);
        }
        return 0;
    }

    /** Bytes obtained for blocks by a context, and by all below it if asked. */
    static long memAllocated(long top, boolean recurse) {
        long total = 0;
        for (long context = top; context != 0; context = recurse ? nextInWalk(context, top) : 0) {
            total += getLong(context + ContextLayout.MEM_ALLOCATED);
        }
        return total;
    }

    static boolean isSelfOrAncestor(long candidate, long context) {
        while (context != 0 && context != candidate) {
            context = parent(context);
        }
        return context != 0;
    }
}
