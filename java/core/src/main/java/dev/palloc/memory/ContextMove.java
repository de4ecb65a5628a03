package dev.palloc.memory;

import dev.palloc.LimitExceededException;

/** Re-parenting (MemoryContextSetParent), with the limits that PostgreSQL does not have. */
final class ContextMove {
    private ContextMove() {}

    static void move(MemoryManager manager, MemoryContext context, MemoryContext parent) {
        long address = context.liveAddress("setParent");
        long parentAddress = parent == null ? 0 : parent.liveAddress("setParent");
        if (parent != null) {
            if (parent.manager() != manager) {
                throw new IllegalArgumentException(
                        "context " + context + " cannot move under " + parent + ": that belongs to another manager");
            }
            if (ContextTree.isSelfOrAncestor(address, parentAddress)) {
                throw new IllegalArgumentException(
                        "context " + context + " cannot move under " + parent + ": that is itself or below it");
            }
        }
        if (ContextTree.parent(address) == parentAddress) {
            return;
        }
        manager.requireIdle("move", address);
        moveLimit(context, address, parent);
        ContextTree.unlink(address);
        ContextTree.link(address, parentAddress);
    }

    private static void moveLimit(MemoryContext context, long address, MemoryContext parent) {
        ContextLimit own = context.limit;
        ContextLimit before = own != null && own.context == context ? own.outer : own;
        ContextLimit after = parent == null ? null : parent.limit;
        if (before == after) {
            return;
        }
        long bytes = ContextTree.memAllocated(address, true);
        ContextLimit refusing = ContextLimit.refusing(after, bytes);
        // One that holds at both places loses what it gains, and so do all further out.
        if (refusing != null && !refusing.isAmong(before)) {
            ContextEvents.limitHit(context, refusing, bytes);
            throw new LimitExceededException("limit reached: context " + context + " with all below it holds " + bytes
                    + " bytes and cannot move under " + parent + ": they do not fit " + refusing.describe()
                    + "; free something there, or raise it with setLimit");
        }
        ContextLimit.count(before, -bytes);
        ContextLimit.count(after, bytes);
        ContextLimit.replace(context, before, after);
    }
}
