package dev.palloc.memory;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The lifetime that segments of the safe tier share: from the first one a context hands out to its next reset, or, in a
 * shared manager, to the manager's end. Segments are slices of one view over all memory, which costs no arena each.
 *
 * <p>A confined scope closes without a handshake, hence at every reset. Closing a shared one stops every thread of the
 * process at a safepoint; so that happens once, when the manager closes, never at a reset.
 */
final class SegmentScope {
    private final Arena arena;
    private final MemorySegment.Scope scope;
    private final MemorySegment view;

    /** The only thread that may use it; null if all may. */
    private final Thread owner;

    private SegmentScope(Arena arena, Thread owner) {
        this.arena = arena;
        this.scope = arena.scope();
        this.view = RawMemory.view(arena);
        this.owner = owner;
    }

    static SegmentScope confined() {
        return new SegmentScope(Arena.ofConfined(), Thread.currentThread());
    }

    static SegmentScope shared() {
        return new SegmentScope(Arena.ofShared(), null);
    }

    boolean isOpenTo(Thread thread) {
        return owner == thread || owner == null;
    }

    MemorySegment segment(long address, long size) {
        return view.asSlice(address, size);
    }

    boolean covers(MemorySegment segment) {
        return segment.scope() == scope;
    }

    /**
     * Ends the life of all segments.
     *
     * @throws IllegalStateException if one is in use by a native call at this moment; nothing has changed
     * @throws WrongThreadException if the scope belongs to another thread; nothing has changed
     */
    void close() {
        arena.close();
    }
}
