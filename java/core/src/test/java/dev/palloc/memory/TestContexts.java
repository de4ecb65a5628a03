package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A context of each type, and patterns in segments. */
final class TestContexts {
    /** Bytes of a slab's chunk: every segment that a test asks of all types fits. */
    static final long SLAB_CHUNK = 4096;

    private TestContexts() {}

    /** On the platform that the build or the matrix cell chose. */
    static MemoryManager shared() {
        return MemoryManager.shared(Platform.get());
    }

    static MemoryContext root(MemoryManager manager, ContextType type) {
        return child(manager, null, type, type.label());
    }

    static MemoryContext child(MemoryManager manager, MemoryContext parent, ContextType type, String name) {
        return switch (type) {
            case ALLOC_SET -> manager.createAllocSet(parent, name, BlockSizes.DEFAULT);
            case GENERATION -> manager.createGeneration(parent, name, BlockSizes.DEFAULT);
            case SLAB -> manager.createSlab(parent, name, 65_536, SLAB_CHUNK);
            case BUMP -> manager.createBump(parent, name, BlockSizes.DEFAULT);
        };
    }

    static void assertNothingLeft(MemoryManager manager) {
        assertThat(manager.contextCount()).isZero();
        // What is out belongs to recycled contexts alone.
        manager.recycled().clear();
        assertThat(manager.contextBlocks().blocksOut()).isZero();
        assertThat(manager.contextBlocks().bytesOut()).isZero();
    }

    /** Bytes that differ from segment to segment and from place to place. */
    static void write(MemorySegment segment, long seed) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, pattern(seed, i));
        }
    }

    /** Whether the first bytes are what {@link #write} wrote. */
    static boolean holds(MemorySegment segment, long bytes, long seed) {
        for (long i = 0; i < bytes; i++) {
            if (segment.get(ValueLayout.JAVA_BYTE, i) != pattern(seed, i)) {
                return false;
            }
        }
        return true;
    }

    private static byte pattern(long seed, long offset) {
        return (byte) (seed * 37 + offset * 31 + (offset >> 8));
    }
}
