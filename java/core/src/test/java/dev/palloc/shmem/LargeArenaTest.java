package dev.palloc.shmem;

import static dev.palloc.shmem.ArenaAssertions.assertConsistent;
import static dev.palloc.shmem.ArenaAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Sizes above 4 GiB without the memory: a header that claims 8 TiB over a segment of 64 KiB. Allocation touches the
 * header and the index only, both of which are there; what is handed out is not touched.
 */
class LargeArenaTest {
    private static final long REAL = 65_536;
    private static final long CLAIMED = 1L << 43;
    private static final int TOTAL_SIZE = 8;

    private final SharedArena owner = SharedArena.create(TestPlatforms.java(), REAL);
    private SharedArena arena;

    @BeforeEach
    void claim() {
        RawMemory.putLong(owner.address() + TOTAL_SIZE, CLAIMED);
        arena = SharedArena.attach(TestPlatforms.java(), owner.address());
    }

    @AfterEach
    void close() {
        arena.close();
        RawMemory.putLong(owner.address() + TOTAL_SIZE, REAL);
        owner.close();
    }

    @Test
    void placesBeyond4GiB() {
        long used = CLAIMED - arena.freeBytes();
        SharedStruct blocks = arena.initStruct("Buffer Blocks", (5L << 30) + 1);
        assertThat(blocks.offset()).isEqualTo(used);
        assertThat(blocks.allocatedSize()).isEqualTo((5L << 30) + 128);
        SharedStruct next = arena.initStruct("next", 3L << 40);
        assertThat(next.offset()).isEqualTo(used + (5L << 30) + 128);
        assertThat(arena.allocate(1) - arena.address()).isEqualTo(used + (5L << 30) + 128 + (3L << 40));
        assertThat(arena.contains(next.address())).isTrue();
        assertConsistent(arena.allocations());
        assertThat(arena.alignmentReport().structs()).allMatch(StructAlignment::aligned);
        assertThat(arena.initStruct("next", 3L << 40).offset()).isEqualTo(next.offset());
        // Equal in the low 32 bits.
        assertRefused(arena, () -> arena.initStruct("next", (3L << 40) + (1L << 32)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesWhatOverflowsWithTheOffset() {
        arena.allocate(5L << 40);
        assertRefused(arena, () -> arena.initStruct("a", 5L << 40)).isInstanceOf(MemoryExhaustedException.class);
        assertRefused(arena, () -> arena.initStruct("a", Long.MAX_VALUE - (5L << 40)))
                .isInstanceOf(MemoryExhaustedException.class);
        assertRefused(arena, () -> arena.allocate(Long.MAX_VALUE)).isInstanceOf(MemoryExhaustedException.class);
        assertThat(arena.initStruct("a", arena.freeBytes()).offset()).isGreaterThan(5L << 40);
        assertThat(arena.freeBytes()).isZero();
    }

    /** Offset plus size beyond 2^63, in an arena as large as can be. */
    @Test
    void doesNotWrapAround() {
        RawMemory.putLong(owner.address() + TOTAL_SIZE, SegmentHeader.MAX_TOTAL_SIZE);
        try (SharedArena largest = SharedArena.attach(TestPlatforms.java(), owner.address())) {
            largest.initStruct("a", 1L << 62);
            assertRefused(largest, () -> largest.initStruct("b", 1L << 62))
                    .isInstanceOf(MemoryExhaustedException.class);
            assertThat(largest.allocateOrZero(1L << 62)).isZero();
            assertConsistent(largest.allocations());
        }
    }
}
