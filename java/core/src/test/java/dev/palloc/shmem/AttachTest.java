package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.PallocException;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttachTest {
    private static final long TOTAL = 65_536;

    private final Platform platform = TestPlatforms.java();
    private final SharedArena creator = SharedArena.create(platform, TOTAL, AlignmentPolicy.misaligned(24), 4);

    @AfterEach
    void close() {
        creator.close();
    }

    @Test
    void seesWhatTheCreatorMadeAndTheOtherWayRound() {
        creator.initStruct("a", 100).segment().set(ValueLayout.JAVA_LONG, 0, 42);
        try (SharedArena other = SharedArena.attach(platform, creator.address())) {
            assertThat(other.policy()).isEqualTo(AlignmentPolicy.misaligned(24));
            assertThat(other.totalSize()).isEqualTo(TOTAL);
            assertThat(other.initStruct("a", 100).segment().get(ValueLayout.JAVA_LONG, 0))
                    .isEqualTo(42);
            long address = other.initStruct("b", 200).address();
            assertThat(creator.initStruct("b", 200).found()).isTrue();
            assertThat(creator.initStruct("b", 200).address()).isEqualTo(address);
            assertThat(other.allocations()).isEqualTo(creator.allocations());
        }
    }

    @Test
    void closingItLeavesTheArenaAlone() {
        MemorySegment mine = creator.initStruct("a", 8).segment();
        SharedArena other = SharedArena.attach(platform, creator.address());
        MemorySegment its = other.initStruct("a", 8).segment();
        other.close();
        mine.set(ValueLayout.JAVA_LONG, 0, 1);
        assertThatThrownBy(() -> its.get(ValueLayout.JAVA_LONG, 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> other.initStruct("a", 8)).isInstanceOf(IllegalStateException.class);
        assertThat(creator.initStruct("a", 8).found()).isTrue();
    }

    /** The whole state moves with the bytes: a copy of an arena at another address is an arena. */
    @OnEachPlatform
    void worksOnACopyElsewhere(Platform copies) {
        for (int i = 0; i < 30; i++) {
            creator.initStruct("s" + i, 10 + i);
        }
        long address = copies.allocate(TOTAL, 4096);
        RawMemory.copy(creator.address(), address, TOTAL);
        try (SharedArena copy = SharedArena.attach(copies, address)) {
            assertThat(copy.allocations()).isEqualTo(creator.allocations());
            SharedStruct struct = copy.initStruct("s7", 17);
            assertThat(struct.found()).isTrue();
            assertThat(struct.address() - address)
                    .isEqualTo(creator.initStruct("s7", 17).offset());
            copy.initStruct("only in the copy", 1);
            assertThat(copy.allocations()).isNotEqualTo(creator.allocations());
        }
        copies.free(address, TOTAL);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -4096, 1, 4097, 64, Long.MIN_VALUE, Long.MAX_VALUE})
    void refusesAddressesWhereNoSegmentStarts(long address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedArena.attach(platform, address))
                .withMessageContaining("0x" + Long.toHexString(address));
    }

    @Test
    void refusesMemoryThatIsNoArena() {
        long address = platform.allocateZeroed(4096, 4096);
        assertThatThrownBy(() -> SharedArena.attach(platform, address))
                .isInstanceOf(PallocException.class)
                .hasMessageContaining("0x" + Long.toHexString(address))
                .hasMessageContaining("magic number is 0 instead of 679834894");
        platform.free(address, 4096);
    }

    /** Field by field, one wrong value each in a header that is right otherwise. */
    @ParameterizedTest
    @CsvSource({
        "8, 0, total size of 0 bytes",
        "8, 63, total size of 63 bytes",
        "8, -1, total size of -1 bytes",
        "8, 9223372036854775807, total size of 9223372036854775807 bytes",
        "8, 300, free offset",
        "16, 63, free offset 63",
        "16, -1, free offset -1",
        "16, 65537, free offset 65537",
        "24, 0, no alignment policy has the number 0",
        "24, 42949672960, no alignment policy has the number 10",
        "32, 0, no index at offset 0",
        "32, 56, no index at offset 56",
        "32, 65536, no index at offset 65536",
        "32, -8, no index at offset -8",
        "32, 20000, no index at offset 20000"
    })
    void refusesAHeaderWithAnImpossibleField(int offset, long value, String message) {
        creator.allocate(30_000);
        long field = creator.address() + offset;
        long right = RawMemory.getLong(field);
        RawMemory.putLong(field, value);
        assertThatThrownBy(() -> SharedArena.attach(platform, creator.address()))
                .isInstanceOf(PallocException.class)
                .hasMessageContaining(message);
        RawMemory.putLong(field, right);
        SharedArena.attach(platform, creator.address()).close();
    }

    /** Bytes that would pass for an index, but are not handed out. */
    @Test
    void refusesAnIndexInTheFreeTail() {
        long index = TOTAL - 64;
        RawMemory.putLong(creator.address() + index, 64);
        RawMemory.putLong(creator.address() + index + 8, 1);
        long field = creator.address() + 32;
        long right = RawMemory.getLong(field);
        RawMemory.putLong(field, index);
        assertThatThrownBy(() -> SharedArena.attach(platform, creator.address()))
                .isInstanceOf(PallocException.class)
                .hasMessageContaining("no index at offset " + index);
        RawMemory.putLong(field, right);
    }
}
