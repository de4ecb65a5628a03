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

    static String describe(MemorySegment segment) {
        return segment.isNative()
                ? BadChunk.hex(segment.address()) + " of " + segment.byteSize() + " bytes"
                : "of " + segment.byteSize() + " bytes on the Java heap";
    }
}
