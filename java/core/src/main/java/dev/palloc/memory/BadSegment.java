package dev.palloc.memory;

import java.lang.foreign.MemorySegment;

/** The exceptions for segments that a context is asked to free or reallocate and that are not its own. */
final class BadSegment {
    private BadSegment() {}

    /** Why a segment is not covered by a context's scope, or not by this thread's. */
    static RuntimeException of(String operation, MemoryContext context, SegmentScope scope, MemorySegment segment) {
        context.liveAddress(operation);
        if (!segment.scope().isAlive()) {
            return new IllegalStateException(operation + " in context " + context + ": the segment " + describe(segment)
                    + " is dead, its context was reset or deleted since");
        }
        if (scope != null && scope.covers(segment)) {
            return new WrongThreadException(operation + " in context " + context + " by thread "
                    + Thread.currentThread().getName() + ": the context is confined to another");
        }
        return new IllegalArgumentException(operation + " in context " + context + ": the segment " + describe(segment)
                + " is not one of this context; pass what its allocate returned, whole");
    }

    /** In a shared manager, where the scope does not tell; the owner is what the chunk's header leads to. */
    static IllegalArgumentException ofAnother(
            String operation, MemoryContext context, long owner, MemorySegment segment) {
        return new IllegalArgumentException(operation + " in context " + context + ": the segment " + describe(segment)
                + " belongs to " + contextAt(context.manager().handles(), owner));
    }

    /** By search: at the end of a stale segment's header there need not be a context any more. */
    private static String contextAt(ContextHandles handles, long address) {
        for (int number = 0; number < handles.limit(); number++) {
            MemoryContext context = handles.get(number);
            if (context != null && context.address == address) {
                return "context " + context;
            }
        }
        return "no live context; its own was reset or deleted since";
    }

    static String describe(MemorySegment segment) {
        return segment.isNative()
                ? BadChunk.hex(segment.address()) + " of " + segment.byteSize() + " bytes"
                : "of " + segment.byteSize() + " bytes on the Java heap";
    }
}
