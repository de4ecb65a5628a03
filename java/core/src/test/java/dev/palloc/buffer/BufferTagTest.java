package dev.palloc.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.page.FileId;
import dev.palloc.page.Fork;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BufferTagTest {
    private static final FileId FILE = new FileId(1663, 5, 1255);

    private final Arena arena = Arena.ofConfined();
    private final long tag = arena.allocate(BufferTag.BYTES, Long.BYTES).address();

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void itIsFiveNumbersOfFourBytes() {
        BufferTag.write(tag, BufferTag.first(FILE), BufferTag.second(FILE, Fork.VISIBILITY_MAP), 77);

        assertThat(IntStream.range(0, 5).map(i -> RawMemory.getInt(tag + 4L * i)))
                .containsExactly(1663, 5, 1255, 2, 77);
        assertThat(BufferTag.file(tag)).isEqualTo(FILE);
        assertThat(BufferTag.fork(tag)).isEqualTo(Fork.VISIBILITY_MAP);
        assertThat(BufferTag.describe(tag)).isEqualTo("block 77 of 1663/5/1255_vm");
    }

    @Test
    void largeNumbersAreUnsigned() {
        FileId large = new FileId(-1, -2, -3);
        BufferTag.write(tag, BufferTag.first(large), BufferTag.second(large, Fork.INIT), -5);

        assertThat(BufferTag.file(tag)).isEqualTo(large);
        assertThat(BufferTag.fork(tag)).isEqualTo(Fork.INIT);
        assertThat(BufferTag.describe(tag)).isEqualTo("block 4294967291 of 4294967295/4294967294/4294967293_init");
        BufferTag.clear(tag);
        assertThat(BufferTag.describe(tag)).isEqualTo("no page");
    }

    @Test
    void anyDifferenceIsADifference() {
        long first = BufferTag.first(FILE);
        long second = BufferTag.second(FILE, Fork.MAIN);
        BufferTag.write(tag, first, second, 7);

        assertThat(BufferTag.matches(tag, first, second, 7)).isTrue();
        assertThat(BufferTag.matches(tag, first, second, 8)).isFalse();
        for (int bit = 0; bit < Long.SIZE; bit++) {
            assertThat(BufferTag.matches(tag, first ^ 1L << bit, second, 7)).isFalse();
            assertThat(BufferTag.matches(tag, first, second ^ 1L << bit, 7)).isFalse();
        }
    }

    /** Within five standard deviations of what chance would do; the sums of a poor hash are off by factors. */
    @Test
    void neighboursSpreadOverPartitionsAndBuckets() {
        int pages = 1 << 16;
        int[] byPartition = new int[LookupTable.PARTITIONS];
        int[] byBucket = new int[pages];
        for (int relation = 0; relation < 16; relation++) {
            FileId file = new FileId(1663, 5, 16384 + relation);
            for (int block = 0; block < pages / 16; block++) {
                int hash = BufferTag.hash(BufferTag.first(file), BufferTag.second(file, Fork.MAIN), block);
                byPartition[LookupTable.partition(hash)]++;
                byBucket[hash & pages - 1]++;
            }
        }
        double mean = pages / (double) LookupTable.PARTITIONS;

        assertThat(Arrays.stream(byPartition).boxed()).allMatch(count -> Math.abs(count - mean) < 5 * Math.sqrt(mean));
        long empty = Arrays.stream(byBucket).filter(count -> count == 0).count();
        assertThat(empty).isCloseTo(Math.round(pages / Math.E), Offset.offset(5 * Math.round(Math.sqrt(pages))));
        assertThat(Arrays.stream(byBucket).max().orElseThrow()).isLessThan(14);
    }
}
