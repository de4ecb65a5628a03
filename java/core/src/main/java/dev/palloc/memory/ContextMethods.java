package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getLong;

/**
 * What every type of context can do, by its method id (the table of mcxt.c, as far as contexts are asked). Allocation is
 * {@link ContextAllocator#allocByMethod}, one frame nearer to its caller.
 */
final class ContextMethods {
    private ContextMethods() {}

    static void reset(MemoryManager manager, long context) {
        switch (manager.methodOf(context)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.reset(manager, context);
            case MethodId.GENERATION_ID -> Generation.reset(manager, context);
            case MethodId.SLAB_ID -> Slab.reset(manager, context);
            default -> Bump.reset(manager, context);
        }
    }

    /** The context is out of the tree already. */
    static void delete(MemoryManager manager, long context, boolean isReset) {
        switch (manager.methodOf(context)) {
            case MethodId.ALLOC_SET_ID -> AllocSet.delete(manager, context, isReset);
            case MethodId.GENERATION_ID -> Generation.delete(manager, context);
            case MethodId.SLAB_ID -> Slab.delete(manager, context);
            default -> Bump.delete(manager, context);
        }
    }

    /** As far as the type can tell; children do not count. */
    static boolean isEmpty(MemoryManager manager, long context) {
        return switch (manager.methodOf(context)) {
            case MethodId.ALLOC_SET_ID -> ContextTree.isReset(context);
            case MethodId.GENERATION_ID -> Generation.isEmpty(context);
            case MethodId.SLAB_ID -> getLong(context + ContextLayout.MEM_ALLOCATED) == 0;
            default -> Bump.isEmpty(context);
        };
    }
}
