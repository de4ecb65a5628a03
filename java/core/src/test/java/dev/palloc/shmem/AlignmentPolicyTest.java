package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlignmentPolicyTest {
    private static final AlignmentPolicy BY_8 = AlignmentPolicy.misaligned(8);
    private static final AlignmentPolicy BY_127 = AlignmentPolicy.misaligned(127);

    static Stream<Arguments> roundings() {
        return Stream.of(
                //        policy, free, size, start, allocated size
                arguments(AlignmentPolicy.MAXALIGN, 64, 1, 64, 8),
                arguments(AlignmentPolicy.MAXALIGN, 65, 8, 72, 8),
                arguments(AlignmentPolicy.MAXALIGN, 72, 9, 72, 16),
                arguments(AlignmentPolicy.MAXALIGN, 72, 8192, 72, 8192),
                arguments(AlignmentPolicy.MAXALIGN, 72, 1_000_001, 72, 1_000_008),
                // A page starts at a multiple of 32; the size is rounded to 8 before it is compared.
                arguments(AlignmentPolicy.BUFFERALIGN_32, 72, 8184, 72, 8184),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 72, 8185, 96, 8192),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 72, 8191, 96, 8192),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 72, 8192, 96, 8192),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 96, 8193, 96, 8200),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 97, 8192, 128, 8192),
                arguments(AlignmentPolicy.BUFFERALIGN_32, 97, 100, 104, 104),
                arguments(AlignmentPolicy.CACHELINE_64, 64, 1, 64, 64),
                arguments(AlignmentPolicy.CACHELINE_64, 65, 64, 128, 64),
                arguments(AlignmentPolicy.CACHELINE_64, 128, 65, 128, 128),
                arguments(AlignmentPolicy.CACHELINE_128, 64, 1, 128, 128),
                arguments(AlignmentPolicy.CACHELINE_128, 128, 128, 128, 128),
                arguments(AlignmentPolicy.CACHELINE_128, 129, 129, 256, 256),
                // Rows of the real server: XLOG Ctl, Buffer Blocks, Buffer Strategy Status.
                arguments(AlignmentPolicy.CACHELINE_128, 60928, 4208200, 60928, 4208256),
                arguments(AlignmentPolicy.CACHELINE_128, 6785664, 134221824, 6785664, 134221824),
                arguments(AlignmentPolicy.CACHELINE_128, 142525952, 28, 142525952, 128),
                arguments(BY_8, 64, 1, 136, 128),
                arguments(BY_8, 8, 128, 8, 128),
                arguments(BY_8, 9, 129, 136, 256),
                arguments(BY_127, 64, 1, 127, 128),
                arguments(BY_127, 128, 8192, 255, 8192));
    }

    @ParameterizedTest
    @MethodSource("roundings")
    void roundsStartAndSize(AlignmentPolicy policy, long free, long size, long start, long allocatedSize) {
        assertThat(policy.start(free, size)).as("start").isEqualTo(start);
        assertThat(policy.allocatedSize(size)).as("allocated size").isEqualTo(allocatedSize);
    }

    @Test
    void roundsBeyond4GiB() {
        long free = (5L << 30) + 1;
        assertThat(AlignmentPolicy.CACHELINE_128.start(free, 1)).isEqualTo((5L << 30) + 128);
        assertThat(AlignmentPolicy.CACHELINE_128.allocatedSize((1L << 42) + 1)).isEqualTo((1L << 42) + 128);
        assertThat(AlignmentPolicy.MAXALIGN.start(free, 1)).isEqualTo((5L << 30) + 8);
    }

    static Stream<AlignmentPolicy> policies() {
        return Stream.concat(
                Stream.of(
                        AlignmentPolicy.MAXALIGN,
                        AlignmentPolicy.BUFFERALIGN_32,
                        AlignmentPolicy.CACHELINE_64,
                        AlignmentPolicy.CACHELINE_128),
                IntStream.rangeClosed(1, 127).filter(shift -> shift != 64).mapToObj(AlignmentPolicy::misaligned));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void neverMovesBackAndNeverFurtherThanItsStep(AlignmentPolicy policy) {
        for (long size : new long[] {1, 8, 9, 64, 65, 128, 129, 8184, 8185, 8192}) {
            long allocatedSize = policy.allocatedSize(size);
            assertThat(allocatedSize).isBetween(size, size + 127);
            for (long free = 64; free < 64 + 128; free += 3) {
                long start = policy.start(free, size);
                assertThat(start).isBetween(free, free + 127);
                // The piece that follows wastes nothing.
                assertThat(policy.start(start + allocatedSize, 1)).isEqualTo(start + allocatedSize);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void isFoundByItsNumber(AlignmentPolicy policy) {
        assertThat(AlignmentPolicy.ofNumber(policy.number()))
                .isEqualTo(policy)
                .hasSameHashCodeAs(policy)
                .hasToString(policy.toString());
        assertThat(policies().filter(policy::equals)).hasSize(1);
    }

    @Test
    void numbersNeverChange() {
        assertThat(List.of(
                        AlignmentPolicy.MAXALIGN.number(),
                        AlignmentPolicy.BUFFERALIGN_32.number(),
                        AlignmentPolicy.CACHELINE_64.number(),
                        AlignmentPolicy.CACHELINE_128.number(),
                        BY_8.number()))
                .containsExactly(1, 2, 3, 4, 264);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, -1, 255, 256, 256 + 64, 256 + 128, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesUnknownNumbers(int number) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlignmentPolicy.ofNumber(number))
                .withMessageContaining(Integer.toString(number));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64, 128, -8, 129, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void refusesShiftsThatDoNotMisalign(int shift) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlignmentPolicy.misaligned(shift))
                .withMessageContaining("a shift of " + shift + " bytes");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 126})
    void refusesSizesThatCannotBeRounded(long size) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlignmentPolicy.CACHELINE_128.allocatedSize(size))
                .withMessageContaining(Long.toString(size));
    }

    @Test
    void roundsTheLargestSizeThatCanBe() {
        assertThat(AlignmentPolicy.CACHELINE_128.allocatedSize(Long.MAX_VALUE - 127))
                .isEqualTo(Long.MAX_VALUE - 127);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
    void refusesOffsetsThatCannotBeRounded(long free) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AlignmentPolicy.CACHELINE_128.start(free, 1))
                .withMessageContaining(Long.toString(free));
    }
}
