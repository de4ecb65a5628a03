package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden words are those a PostgreSQL 18.6 server wrote. */
class ChunkHeaderTest {

    @ParameterizedTest
    @CsvSource({
        // offset, value, id, word
        "40,   0,   3, 000000a000000003",
        "56,   0,   3, 000000e000000003",
        "72,   1,   3, 0000012000000023",
        "96,   4,   3, 0000018000000083",
        "232,  7,   3, 000003a0000000e3",
        "40,   10,  3, 000000a000000143",
        "56,   104, 4, 000000e000000d04",
        "48,   64,  5, 000000c000000805",
    })
    void shouldEncodeAndDecodeTheWordsOfTheServer(long offset, long value, int id, String word) {
        long expected = Long.parseUnsignedLong(word, 16);
        assertThat(ChunkHeader.encode(offset, value, id)).isEqualTo(expected);
        assertThat(ChunkHeader.blockOffset(expected)).isEqualTo(offset);
        assertThat(ChunkHeader.value(expected)).isEqualTo(value);
        assertThat(ChunkHeader.methodId(expected)).isEqualTo(id);
        assertThat(ChunkHeader.isExternal(expected)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"3, b1a8db858eb6efb3", "4, b1a8db858eb6efb4", "7, b1a8db858eb6efb7"})
    void shouldEncodeTheExternalWordsOfTheServer(int id, String word) {
        long expected = Long.parseUnsignedLong(word, 16);
        assertThat(ChunkHeader.encodeExternal(id)).isEqualTo(expected);
        assertThat(ChunkHeader.isExternal(expected)).isTrue();
        assertThat(ChunkHeader.hasMagic(expected)).isTrue();
        assertThat(ChunkHeader.hasMagic(expected ^ 1L << 40)).isFalse();
        assertThat(ChunkHeader.methodId(expected)).isEqualTo(id);
    }

    @Test
    void shouldKeepBothFieldsWhereTheyShareABit() {
        long word = ChunkHeader.encode(0x3FFFFFF8L, ChunkHeader.MAX_VALUE, 15);
        assertThat(ChunkHeader.blockOffset(word)).isEqualTo(0x3FFFFFF8L);
        assertThat(ChunkHeader.value(word)).isEqualTo(ChunkHeader.MAX_VALUE);

        long onlyTopOfValue = ChunkHeader.encode(0, 1L << 29, 3);
        assertThat(onlyTopOfValue).isEqualTo(1L << 34 | 3);
        assertThat(ChunkHeader.blockOffset(onlyTopOfValue)).isZero();
    }

    @Test
    void shouldRoundTripRandomFields() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            long offset = random.nextInt(1 << 30) & ~7L;
            long value = random.nextInt(1 << 30);
            int id = random.nextInt(16);
            long word = ChunkHeader.encode(offset, value, id);
            assertThat(new long[] {ChunkHeader.blockOffset(word), ChunkHeader.value(word), ChunkHeader.methodId(word)})
                    .as("seed %d", seed)
                    .containsExactly(offset, value, id);
        }
    }

    @Test
    void shouldRefuseFieldsThatDoNotFit() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkHeader.encode(1L << 30, 0, 3))
                .withMessageContaining("1073741824");
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encode(4, 0, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encode(-8, 0, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encode(0, 1L << 30, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encode(0, -1, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encode(0, 0, 16));
        assertThatIllegalArgumentException().isThrownBy(() -> ChunkHeader.encodeExternal(-1));
    }
}
