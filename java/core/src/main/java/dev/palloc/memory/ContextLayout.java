package dev.palloc.memory;

import static dev.palloc.platform.RawMemory.getByte;
import static dev.palloc.platform.RawMemory.getLong;
import static dev.palloc.platform.RawMemory.putByte;
import static dev.palloc.platform.RawMemory.putLong;

/**
 * Offsets of the header that all contexts begin with. The numbers are PostgreSQL's MemoryContextData (memnodes.h, 18, 64
 * bit), so that sizes and block fill agree to the byte. Everything is protected by the manager's confinement.
 *
 * <pre>
 *    0  type tag, 4 bytes; 0 once the context is gone
 *    4  isReset, 1 byte: nothing allocated since creation or the last reset
 *    5  hooks, 1 byte: what a reset has to do besides freeing
 *    8  bytes obtained for blocks
 *   16  method id, 4 bytes
 *   20  number of the {@link MemoryContext} handle, 4 bytes
 *   24  parent
 *   32  first child
 *   40  previous sibling
 *   48  next sibling; in a recycled context the next recycled one
 *   56  not used: the handle knows name and identifier
 *   80  the type's own fields
 * </pre>
 */
final class ContextLayout {
    static final int TAG = 0;
    static final int IS_RESET = 4;
    static final int HOOKS = 5;
    static final int MEM_ALLOCATED = 8;
    static final int METHOD = 16;
    static final int HANDLE = 20;
    static final int PARENT = 24;
    static final int FIRST_CHILD = 32;
    static final int PREV_CHILD = 40;
    static final int NEXT_CHILD = 48;
    static final int SIZE = 80;

    /** In {@link #HOOKS}: segments were handed out that must die. */
    static final int HOOK_SEGMENTS = 1;

    /** In {@link #HOOKS}: callbacks are registered. */
    static final int HOOK_CALLBACKS = 2;

    private ContextLayout() {}

    static void addHook(long context, int hook) {
        putByte(context + HOOKS, (byte) (getByte(context + HOOKS) | hook));
    }

    static void removeHook(long context, int hook) {
        putByte(context + HOOKS, (byte) (getByte(context + HOOKS) & ~hook));
    }

    /** Counts a block that a context took, or gave back if the bytes are negative. */
    static void addAllocated(long context, long bytes) {
        putLong(context + MEM_ALLOCATED, getLong(context + MEM_ALLOCATED) + bytes);
    }
}
