package dev.palloc.shmem;

import static dev.palloc.shmem.ArenaAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StructNameTest {
    private final SharedArena arena = SharedArena.create(TestPlatforms.java(), 65_536);

    @AfterEach
    void close() {
        arena.close();
    }

    static Stream<String> good() {
        return Stream.of(
                "a",
                " ",
                "x".repeat(47),
                "ж".repeat(23) + "x", // 47 bytes
                "語".repeat(15) + "ab", // 47 bytes
                "\uD83D\uDE00".repeat(11) + "abc"); // 47 bytes
    }

    @ParameterizedTest
    @MethodSource("good")
    void comesBackAsItWas(String name) {
        assertThat(arena.initStruct(name, 8).found()).isFalse();
        assertThat(arena.initStruct(name, 8).found()).isTrue();
        assertThat(arena.allocations().named()).extracting(Allocation::name).containsExactly(name);
    }

    static Stream<String> tooLong() {
        return Stream.of(
                "x".repeat(48), "ж".repeat(24), "語".repeat(16), "\uD83D\uDE00".repeat(12), "x".repeat(1_000_000));
    }

    @ParameterizedTest
    @MethodSource("tooLong")
    void refusesMoreThan47BytesOfUtf8(String name) {
        assertRefused(arena, () -> arena.initStruct(name, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes in UTF-8: shorten it to 47")
                .extracting(thrown -> thrown.getMessage().length())
                .matches(length -> length < 250);
    }

    @Test
    void saysHowManyBytesATooLongNameTakes() {
        assertRefused(arena, () -> arena.initStruct("ж".repeat(24), 8)).hasMessageContaining("takes 48 bytes");
    }

    @Test
    void refusesNull() {
        assertRefused(arena, () -> arena.initStruct(null, 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
    }

    @Test
    void refusesTheEmptyName() {
        assertRefused(arena, () -> arena.initStruct("", 8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "a\0b", "<anonymous>", "\uD83D", "a\uDE00b"})
    void refusesNamesThatWouldNotComeBack(String name) {
        assertRefused(arena, () -> arena.initStruct(name, 8)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tellsNamesApartThatDifferInOneByteAnywhere() {
        for (int i = 0; i < 47; i++) {
            String name = "x".repeat(i) + "y" + "x".repeat(46 - i);
            assertThat(arena.initStruct(name, 8).found()).as(name).isFalse();
            assertThat(arena.initStruct("x".repeat(i + 1), 8).found()).isFalse();
        }
        assertThat(arena.allocations().named()).hasSize(94);
    }

    @Test
    void hashesTheSameFromTheStringAndFromMemory() {
        for (String name : good().toList()) {
            long address = arena.allocate(StructName.KEY_BYTES);
            StructName key = StructName.of(name);
            key.store(address);
            assertThat(StructName.hashAt(address)).isEqualTo(key.hash());
            assertThat(key.isAt(address)).isTrue();
        }
    }
}
