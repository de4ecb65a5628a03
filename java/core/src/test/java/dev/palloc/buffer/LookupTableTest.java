package dev.palloc.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryCorruptedException;
import dev.palloc.lwlock.LWLocks;
import dev.palloc.page.FileId;
import dev.palloc.page.Fork;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import dev.palloc.shmem.AlignmentPolicy;
import dev.palloc.shmem.SharedArena;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LookupTableTest {
    private static final long SEED = 20261207;
    private static final FileId FILE = FileId.of(1);
    private static final long FIRST = BufferTag.first(FILE);
    private static final long SECOND = BufferTag.second(FILE, Fork.MAIN);

    private final SharedArena arena = SharedArena.create(Platform.get(), 1 << 22, AlignmentPolicy.CACHELINE_128);

    @AfterEach
    void close() {
        arena.close();
    }

    private Descriptors descriptors(int count) {
        LWLocks locks = LWLocks.open(arena, "locks", 1);
        return Descriptors.create(arena, "descriptors", count, BufferHeader.BYTES, locks.tranche("content"));
    }

    private static int hash(int block) {
        return BufferTag.hash(FIRST, SECOND, block);
    }

    private static void name(Descriptors descriptors, int index, int block) {
        BufferTag.write(descriptors.header(index) + BufferHeader.TAG_OFFSET, FIRST, SECOND, block);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100, 128, 129, 5000})
    void itFindsWhatAMapFinds(int buffers) {
        long seed = SEED + buffers;
        Random random = new Random(seed);
        Descriptors descriptors = descriptors(buffers);
        LookupTable table = LookupTable.create(arena, "table", descriptors);
        Map<Integer, Integer> byBlock = new HashMap<>();
        int[] blockOf = new int[buffers];
        Arrays.fill(blockOf, -1);
        for (int i = 0; i < 40_000; i++) {
            int block = random.nextInt(4 * buffers);
            int index = random.nextInt(buffers);
            if (blockOf[index] >= 0) {
                table.remove(hash(blockOf[index]), index);
                byBlock.remove(blockOf[index]);
                blockOf[index] = -1;
            } else if (!byBlock.containsKey(block)) {
                name(descriptors, index, block);
                table.insert(hash(block), index);
                byBlock.put(block, index);
                blockOf[index] = block;
            }
            int asked = random.nextInt(4 * buffers);
            assertThat(table.find(hash(asked), FIRST, SECOND, asked))
                    .as("block %d, seed %d, step %d", asked, seed, i)
                    .isEqualTo(byBlock.getOrDefault(asked, LookupTable.NONE));
        }
    }

    @Test
    void toTakeOutWhatIsNotThereIsCorruption() {
        Descriptors descriptors = descriptors(4);
        LookupTable table = LookupTable.create(arena, "table", descriptors);
        name(descriptors, 2, 9);
        table.insert(hash(9), 2);
        name(descriptors, 3, 9);

        assertThatThrownBy(() -> table.remove(hash(9), 3))
                .isInstanceOf(MemoryCorruptedException.class)
                .hasMessage("buffer 3, which holds block 9 of 0/0/1, is not in the lookup table: its descriptor or the"
                        + " table has been overwritten");
        assertThat(table.find(hash(9), FIRST, SECOND, 9)).isEqualTo(2);
    }

    @Test
    void aNewDescriptorHoldsNothingAndIsInTheFreeList() {
        Descriptors descriptors = descriptors(3);

        for (int index = 0; index < 3; index++) {
            long header = descriptors.header(index);
            assertThat(header % BufferHeader.BYTES).isZero();
            assertThat(BufferHeader.id(header)).isEqualTo(index);
            assertThat(BufferHeader.state(header)).isZero();
            assertThat(BufferTag.describe(header)).isEqualTo("no page");
            assertThat(RawMemory.getInt(header + BufferHeader.FREE_NEXT_OFFSET))
                    .isEqualTo(index < 2 ? index + 1 : Descriptors.END_OF_LIST);
        }
    }
}
