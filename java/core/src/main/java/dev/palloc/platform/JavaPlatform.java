package dev.palloc.platform;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The platform without C.
 *
 * <p>Each segment has an automatic arena of its own. A shared arena would be freed at once, but its close stops every
 * thread of the JVM for a handshake; a confined one binds the segment to a thread. With an automatic arena a freed
 * segment's memory goes back to the system when the garbage collector notices, as with direct buffers, and within the
 * same limit ({@code -XX:MaxDirectMemorySize}). The block cache above keeps frees rare.
 */
public final class JavaPlatform implements Platform {
    /** Live segments by address; the reference is what keeps each from being collected. Any thread. */
    private final Map<Long, MemorySegment> live = new ConcurrentHashMap<>();

    private final CacheLine cacheLine = SysfsCacheLine.detect();
    private final String reason;

    JavaPlatform(String reason) {
        this.reason = reason;
    }

    @Override
    public String name() {
        return "java";
    }

    @Override
    public String reason() {
        return reason;
    }

    /** {@inheritDoc} The JDK clears what it allocates, so the content happens to be zero. */
    @Override
    public long allocate(long size, long alignment) {
        SegmentArguments.check(size, alignment);
        try {
            MemorySegment segment = Arena.ofAuto().allocate(size, alignment);
            live.put(segment.address(), segment);
            return segment.address();
        } catch (OutOfMemoryError exhausted) {
            // The JDK's word for "no off-heap memory"; the Java heap is not in danger.
            return 0;
        } catch (IllegalArgumentException tooLarge) {
            // The JDK adds its own slack to the size and refuses what overflows with it.
            return 0;
        }
    }

    @Override
    public long allocateZeroed(long size, long alignment) {
        return allocate(size, alignment);
    }

    @Override
    public void free(long address, long size) {
        MemorySegment segment = live.get(address);
        if (segment == null || segment.byteSize() != size || !live.remove(address, segment)) {
            throw new IllegalArgumentException("no live segment of " + size + " bytes at address 0x"
                    + Long.toHexString(address) + ": free takes what allocate returned, with its size, once");
        }
    }

    @Override
    public CacheLine cacheLine() {
        return cacheLine;
    }

    @Override
    public void fullBarrier() {
        VarHandle.fullFence();
    }

    @Override
    public void spinHint() {
        Thread.onSpinWait();
    }

    @Override
    public String toString() {
        return "java platform (" + reason + ")";
    }
}
