package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.palloc.platform.Platform;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a chunk costs, type by type: the bytes that the README's table promises. */
class ChunkOverheadTest {
    private static final int CHUNKS = 1000;

    @BeforeEach
    void figuresAreOfProductionMode() {
        assumeThat(Checking.ENABLED).isFalse();
    }

    @ParameterizedTest(name = "{0}: a chunk of {1} bytes takes {2}")
    @CsvSource({
        "ALLOC_SET, 8, 16", "ALLOC_SET, 24, 40", "ALLOC_SET, 100, 136",
        "GENERATION, 8, 16", "GENERATION, 24, 32", "GENERATION, 100, 112",
        "SLAB, 8, 16", "SLAB, 24, 32", "SLAB, 100, 112",
        "BUMP, 8, 8", "BUMP, 24, 24", "BUMP, 100, 104"
    })
    void aChunkTakesItsRoundedSizeAndItsHeader(ContextType type, long size, long expected) {
        try (MemoryManager manager = new MemoryManager(Platform.get())) {
            // One block for all, so that no tail of an earlier block counts.
            BlockSizes oneBlock = new BlockSizes(1 << 20, 1 << 20, 1 << 20);
            MemoryContext context = switch (type) {
                case ALLOC_SET -> manager.createAllocSet(null, "overhead", oneBlock);
                case GENERATION -> manager.createGeneration(null, "overhead", oneBlock);
                case SLAB -> manager.createSlab(null, "overhead", 1 << 20, size);
                case BUMP -> manager.createBump(null, "overhead", oneBlock);
            };
            context.palloc(size);
            long free = context.counters().freeSpace();
            for (int i = 0; i < CHUNKS; i++) {
                context.palloc(size);
            }
            assertThat(free - context.counters().freeSpace()).isEqualTo(CHUNKS * expected);
        }
    }
}
