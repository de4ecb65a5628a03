package dev.palloc.memory;

/**
 * A byte limit on a context that holds for all below it. The limits of a tree form chains from the inside out; every
 * context knows the innermost that holds for it, so a block costs one step per limit above it, whatever the depth of
 * the tree. What counts is {@link MemoryContext#memAllocated}. Protected as the manager is.
 */
final class ContextLimit {
    /** The context it was set on. */
    final MemoryContext context;

    /** Bytes that may be in use. */
    long bytes;

    /** Bytes in use by the context and all below it. */
    long used;

    /** The next limit further out, null if there is none. */
    ContextLimit outer;

    ContextLimit(MemoryContext context, long bytes, long used, ContextLimit outer) {
        this.context = context;
        this.bytes = bytes;
        this.used = used;
        this.outer = outer;
    }

    /** The innermost limit of a chain without room for so many bytes more; null if all have it. */
    static ContextLimit refusing(ContextLimit innermost, long more) {
        ContextLimit limit = innermost;
        // Not a sum: it could overflow.
        while (limit != null && more <= limit.bytes - limit.used) {
            limit = limit.outer;
        }
        return limit;
    }

    boolean isAmong(ContextLimit innermost) {
        ContextLimit limit = innermost;
        while (limit != null && limit != this) {
            limit = limit.outer;
        }
        return limit != null;
    }

    static void count(ContextLimit innermost, long delta) {
        for (ContextLimit limit = innermost; limit != null; limit = limit.outer) {
            limit.used += delta;
        }
    }

    /**
     * Makes everything at and below a context, as far as one limit is the nearest outer one, see another in its place.
     */
    static void replace(MemoryContext top, ContextLimit old, ContextLimit replacement) {
        MemoryManager manager = top.manager();
        long topAddress = top.liveAddress("limit");
        for (long address = topAddress; address != 0; address = ContextTree.nextInWalk(address, topAddress)) {
            MemoryContext context = manager.contextAt(address);
            if (context.limit == old) {
                context.limit = replacement;
            } else if (context.limit.context == context && context.limit.outer == old) {
                context.limit.outer = replacement;
            }
        }
    }

    String describe() {
        return "the limit of " + bytes + " bytes on context " + context + ", of which " + used + " are in use";
    }
}
