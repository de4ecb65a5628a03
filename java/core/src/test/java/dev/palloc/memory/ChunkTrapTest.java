package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.InvalidChunkException;
import dev.palloc.platform.RawMemory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pointers that are not chunks. */
@Tag("any-mode")
class ChunkTrapTest {
    private final MemoryManager manager = TestManager.create();
    private final MemoryContext set = manager.createAllocSet(null, "test", BlockSizes.DEFAULT);

    @AfterEach
    void close() {
        manager.close();
    }

    private interface Operation {
        void on(long pointer);
    }

    private List<Operation> operations() {
        return List.of(manager::pfree, p -> manager.repalloc(p, 10), manager::chunkSpace, manager::chunkContext);
    }

    @Test
    void shouldKnowAll16Ids() {
        assertThat(MethodId.values()).hasSize(16);
        for (int id = 0; id < 16; id++) {
            assertThat(MethodId.of(id).ordinal()).isEqualTo(id);
            assertThat(MethodId.of(id).isChunk()).as("id %d", id).isEqualTo(id >= 3 && id <= 6);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> MethodId.of(16));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 8, 9, 10, 11, 12, 13, 14, 15})
    @Tag("production")
    void shouldTrapAnIdThatNoAllocatorHas(int id) {
        long pointer = set.palloc(64);
        long allocated = set.memAllocated(false);
        long foreign = pointer + 32;
        long word = 0x0123456789abcde0L | id;
        RawMemory.putLong(foreign - ChunkHeader.SIZE, word);
        for (Operation operation : operations()) {
            assertThatThrownBy(() -> operation.on(foreign))
                    .isInstanceOf(InvalidChunkException.class)
                    .hasMessageContaining("0x" + Long.toHexString(foreign))
                    .hasMessageContaining(String.format("0x%016x", word))
                    .hasMessageContaining("method id " + id);
        }
        assertThat(RawMemory.getLong(foreign - ChunkHeader.SIZE)).isEqualTo(word);
        assertThat(set.memAllocated(false)).isEqualTo(allocated);
        manager.pfree(pointer);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -8, 1, 4, 7, Long.MIN_VALUE, Long.MAX_VALUE})
    void shouldRefuseAPointerThatCannotBeAChunk(long pointer) {
        for (Operation operation : operations()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> operation.on(pointer))
                    .withMessageContaining(pointer == 0 ? "null pointer" : "0x" + Long.toHexString(pointer));
        }
    }

    @Test
    @Tag("production")
    void shouldFindADamagedHeader() {
        long small = set.palloc(64);
        RawMemory.putLong(small - ChunkHeader.SIZE, ChunkHeader.encode(40, 11, MethodId.ALLOC_SET_ID));
        assertThatThrownBy(() -> manager.pfree(small))
                .isInstanceOf(InvalidChunkException.class)
                .hasMessageContaining("freelist index 11");
        long large = set.palloc(10_000);
        long word = TestManager.word(large);
        RawMemory.putLong(large - ChunkHeader.SIZE, word ^ 1L << 50);
        assertThatThrownBy(() -> manager.pfree(large))
                .isInstanceOf(InvalidChunkException.class)
                .hasMessageContaining("magic");
        RawMemory.putLong(large - ChunkHeader.SIZE, word ^ 7); // now a generation's
        assertThatThrownBy(() -> manager.pfree(large)).isInstanceOf(InvalidChunkException.class);
        RawMemory.putLong(large - ChunkHeader.SIZE, word);
        manager.pfree(large);
    }

    @Test
    @Tag("production")
    void shouldFindARedirectThatIsNone() {
        long pointer = set.pallocAligned(100, 64);
        long word = TestManager.word(pointer);
        for (long damaged : new long[] {
            ChunkHeader.encode(8, 48, MethodId.ALIGNED_REDIRECT_ID),
            ChunkHeader.encode(64, 64, MethodId.ALIGNED_REDIRECT_ID),
            ChunkHeader.encode(8, 1 << 20, MethodId.ALIGNED_REDIRECT_ID) | 0x10
        }) {
            RawMemory.putLong(pointer - ChunkHeader.SIZE, damaged);
            assertThatThrownBy(() -> manager.pfree(pointer))
                    .isInstanceOf(InvalidChunkException.class)
                    .hasMessageContaining("redirect");
        }
        RawMemory.putLong(pointer - ChunkHeader.SIZE, word);
        manager.pfree(pointer);
    }

    @Test
    void shouldFindASecondFreeOfAGenerationsLargeChunk() {
        MemoryContext generation = manager.createGeneration(null, "generation", BlockSizes.DEFAULT);
        long spare = generation.palloc(600_000);
        long pointer = generation.palloc(600_000);
        manager.pfree(spare);
        manager.pfree(pointer);
        assertThatThrownBy(() -> manager.pfree(pointer))
                .isInstanceOf(InvalidChunkException.class)
                .hasMessageContaining("freed already");
    }
}
