package dev.palloc.shmem;

import static dev.palloc.shmem.ArenaAssertions.assertConsistent;
import static dev.palloc.shmem.ArenaAssertions.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AllocateTest {
    private static final long TOTAL = 65_536;

    private final SharedArena arena = SharedArena.create(TestPlatforms.java(), TOTAL);

    @AfterEach
    void close() {
        arena.close();
    }

    @OnEachPlatform
    void handsOutOnePieceAfterTheOtherZeroed(Platform platform) {
        try (SharedArena fresh = SharedArena.create(platform, TOTAL)) {
            long first = fresh.allocate(1);
            long second = fresh.allocate(129);
            long third = fresh.allocateOrZero(128);
            assertThat(first - fresh.address()).isEqualTo(5888);
            assertThat(second).isEqualTo(first + 128);
            assertThat(third).isEqualTo(second + 256);
            for (long address = first; address < third + 128; address++) {
                assertThat(RawMemory.getByte(address)).isZero();
            }
            assertConsistent(fresh.allocations());
        }
    }

    static Stream<AlignmentPolicy> policies() {
        return Stream.of(
                AlignmentPolicy.MAXALIGN,
                AlignmentPolicy.BUFFERALIGN_32,
                AlignmentPolicy.CACHELINE_64,
                AlignmentPolicy.CACHELINE_128,
                AlignmentPolicy.misaligned(1),
                AlignmentPolicy.misaligned(40));
    }

    /** Whatever the policy, pieces follow its rounding exactly, and names can be mixed in, index growth included. */
    @ParameterizedTest
    @MethodSource("policies")
    void followsThePolicy(AlignmentPolicy policy) {
        try (SharedArena mixed = SharedArena.create(TestPlatforms.java(), 4_000_000, policy, 40)) {
            for (int i = 0; i < 40; i++) {
                long size = 1 + i * 523L % 20_000;
                long start = policy.start(4_000_000 - mixed.freeBytes(), size);
                assertThat(mixed.allocate(size) - mixed.address()).isEqualTo(start);
                start = policy.start(4_000_000 - mixed.freeBytes(), size);
                assertThat(mixed.initStruct("s" + i, size).offset()).isEqualTo(start);
                assertThat(4_000_000 - mixed.freeBytes()).isEqualTo(start + policy.allocatedSize(size));
            }
            for (int i = 40; i < 200; i++) {
                mixed.initStruct("s" + i, 1 + i);
            }
            assertThat(mixed.allocations().named()).hasSize(200);
            assertConsistent(mixed.allocations());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void refusesSizesBelowOne(long size) {
        assertRefused(arena, () -> arena.allocate(size))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(size + " bytes");
        assertRefused(arena, () -> arena.allocateOrZero(size)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {TOTAL, TOTAL + 1, 1L << 32, 1L << 62, Long.MAX_VALUE - 127, Long.MAX_VALUE})
    void refusesWhatDoesNotFit(long size) {
        AllocationsView before = arena.allocations();
        assertRefused(arena, () -> arena.allocate(size))
                .isInstanceOf(MemoryExhaustedException.class)
                .hasMessageContaining("anonymous storage of " + size + " bytes")
                .hasMessageContaining(arena.freeBytes() + " of " + TOTAL + " bytes are free");
        assertThat(arena.allocateOrZero(size)).isZero();
        assertThat(arena.allocations()).isEqualTo(before);
        assertThat(arena.allocate(1)).isPositive();
    }

    @Test
    void takesTheLastByteAndNotOneMore() {
        long free = arena.freeBytes();
        assertThat(arena.allocateOrZero(free + 1)).isZero();
        long last = arena.allocate(free);
        assertThat(arena.freeBytes()).isZero();
        assertThat(arena.allocateOrZero(1)).isZero();
        RawMemory.putByte(last + free - 1, (byte) 7);
        assertThat(arena.allocations().rows()).contains(Allocation.free(TOTAL, 0), Allocation.anonymous(TOTAL));
    }

    @Test
    void knowsItsAddresses() {
        assertThat(arena.contains(arena.address())).isTrue();
        assertThat(arena.contains(arena.address() + TOTAL - 1)).isTrue();
        assertThat(arena.contains(arena.address() + TOTAL)).isFalse();
        assertThat(arena.contains(arena.address() - 1)).isFalse();
        assertThat(arena.contains(0)).isFalse();
        assertThat(arena.contains(Long.MIN_VALUE)).isFalse();
    }
}
