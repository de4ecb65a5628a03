package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RawMemoryTest {
    private static final int SIZE = 256;
    private static final int[] INTS = {0, 1, -1, 0x01020304, Integer.MIN_VALUE, Integer.MAX_VALUE, 0x80FF7F01};
    private static final long[] LONGS = {
        0, 1, -1, 0x0102030405060708L, Long.MIN_VALUE, Long.MAX_VALUE, 0x80FF7F0180FF7F01L
    };

    private final Platform platform = Platform.of("java");
    private long memory;

    @BeforeEach
    void allocate() {
        memory = platform.allocateZeroed(SIZE, 64);
    }

    @AfterEach
    void free() {
        platform.free(memory, SIZE);
    }

    @Test
    void accessGoesThroughASegmentInTheseTests() {
        assertThat(RawMemory.direct())
                .as("access is granted, or what follows would test the fall-back twice")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void bytesComeBack(RawAccess access) {
        assumeThereIs(access);
        for (int value = Byte.MIN_VALUE; value <= Byte.MAX_VALUE; value++) {
            access.putByte(memory + 1, (byte) value);

            assertThat(access.getByte(memory + 1)).isEqualTo((byte) value);
            assertOnlyTouched(access, 1, 1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void intsComeBackFromAnyAddress(RawAccess access) {
        assumeThereIs(access);
        for (int offset = 8; offset < 16; offset++) {
            for (int value : INTS) {
                access.putInt(memory + offset, value);

                assertThat(access.getInt(memory + offset)).isEqualTo(value);
                assertThat(bytes(offset, 4).getInt()).as("little-endian").isEqualTo(value);
                assertOnlyTouched(access, offset, 4);
            }
            access.putInt(memory + offset, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void longsComeBackFromAnyAddress(RawAccess access) {
        assumeThereIs(access);
        // The last ones lie across the border of a cache line.
        for (int offset = 56; offset < 64; offset++) {
            for (long value : LONGS) {
                access.putLong(memory + offset, value);

                assertThat(access.getLong(memory + offset)).isEqualTo(value);
                assertThat(bytes(offset, 8).getLong()).as("little-endian").isEqualTo(value);
                assertOnlyTouched(access, offset, 8);
            }
            access.putLong(memory + offset, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void orderedIntsComeBack(RawAccess access) {
        assumeThereIs(access);
        for (int offset = 8; offset < 24; offset += 4) {
            for (int value : INTS) {
                access.putIntRelease(memory + offset, value);

                assertThat(access.getIntAcquire(memory + offset)).isEqualTo(value);
                assertThat(access.getInt(memory + offset)).isEqualTo(value);
                assertOnlyTouched(access, offset, 4);
            }
            access.putIntRelease(memory + offset, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void orderedLongsComeBack(RawAccess access) {
        assumeThereIs(access);
        for (int offset = 8; offset < 40; offset += 8) {
            for (long value : LONGS) {
                access.putLongRelease(memory + offset, value);

                assertThat(access.getLongAcquire(memory + offset)).isEqualTo(value);
                assertThat(access.getLong(memory + offset)).isEqualTo(value);
                assertOnlyTouched(access, offset, 8);
            }
            access.putLongRelease(memory + offset, 0);
        }
    }

    @ParameterizedTest
    @EnumSource
    void compareAndSetStoresOnlyWhatWasExpected(RawAccess access) {
        assumeThereIs(access);
        access.putInt(memory + 12, 5);

        assertThat(access.compareAndSetInt(memory + 12, 4, 6)).isFalse();
        assertThat(access.getInt(memory + 12)).isEqualTo(5);
        assertThat(access.compareAndSetInt(memory + 12, 5, -6)).isTrue();
        assertThat(access.getInt(memory + 12)).isEqualTo(-6);
        assertOnlyTouched(access, 12, 4);
    }

    @ParameterizedTest
    @EnumSource
    void compareAndExchangeReturnsWhatWasThere(RawAccess access) {
        assumeThereIs(access);
        access.putInt(memory + 12, 5);
        assertThat(access.compareAndExchangeInt(memory + 12, 4, 6)).isEqualTo(5);
        assertThat(access.getInt(memory + 12)).isEqualTo(5);
        assertThat(access.compareAndExchangeInt(memory + 12, 5, -6)).isEqualTo(5);
        assertThat(access.getInt(memory + 12)).isEqualTo(-6);
        assertOnlyTouched(access, 12, 4);
    }

    @ParameterizedTest
    @EnumSource
    void compareAndExchangeOfLongsReturnsWhatWasThere(RawAccess access) {
        assumeThereIs(access);
        // Equal in the lower half, and then in the upper.
        for (long other : new long[] {5L << 32 | 7, 6L << 32 | 8}) {
            access.putLong(memory + 16, 6L << 32 | 7);
            assertThat(access.compareAndExchangeLong(memory + 16, other, -1)).isEqualTo(6L << 32 | 7);
            assertThat(access.getLong(memory + 16)).isEqualTo(6L << 32 | 7);
        }
        assertThat(access.compareAndExchangeLong(memory + 16, 6L << 32 | 7, -2)).isEqualTo(6L << 32 | 7);
        assertThat(access.getLong(memory + 16)).isEqualTo(-2);
        assertOnlyTouched(access, 16, 8);
    }

    @ParameterizedTest
    @EnumSource
    @Timeout(120)
    void compareAndSetIsAtomic(RawAccess access) throws Exception {
        assumeThereIs(access);
        int threads = 4;
        int rounds = 20_000;
        Callable<Void> count = () -> {
            for (int i = 0; i < rounds; i++) {
                int seen;
                do {
                    seen = access.getIntAcquire(memory);
                } while (!access.compareAndSetInt(memory, seen, seen + 1));
            }
            return null;
        };
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Future<Void> one : pool.invokeAll(List.of(count, count, count, count))) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }

        assertThat(access.getInt(memory)).isEqualTo(threads * rounds);
    }

    @ParameterizedTest
    @EnumSource
    void misalignedAtomicsAreRefused(RawAccess access) {
        assumeThereIs(access);
        List<Runnable> atomics = new ArrayList<>();
        for (long offset = 1; offset < 4; offset++) {
            long address = memory + offset;
            atomics.add(() -> access.getIntAcquire(address));
            atomics.add(() -> access.putIntRelease(address, -1));
            atomics.add(() -> access.compareAndSetInt(address, 0, -1));
            atomics.add(() -> access.compareAndExchangeInt(address, 0, -1));
        }
        for (long offset = 1; offset < 8; offset++) {
            long address = memory + offset;
            atomics.add(() -> access.getLongAcquire(address));
            atomics.add(() -> access.putLongRelease(address, -1));
            atomics.add(() -> access.compareAndExchangeLong(address, 0, -1));
        }
        for (Runnable atomic : atomics) {
            assertThatIllegalArgumentException()
                    .isThrownBy(atomic::run)
                    .withMessageMatching("(?i).*align.*")
                    .withMessageMatching(".*(" + addresses() + ").*");
        }
        assertOnlyTouched(access, 0, 0);
    }

    /** The JDK writes addresses in decimal, Palloc in hexadecimal. */
    private String addresses() {
        List<String> all = new ArrayList<>();
        for (long address = memory + 1; address < memory + 8; address++) {
            all.add(Long.toString(address));
            all.add("0x" + Long.toHexString(address));
        }
        return String.join("|", all);
    }

    @ParameterizedTest
    @EnumSource
    void copiesMayOverlap(RawAccess access) {
        assumeThereIs(access);
        Random random = new Random(64);
        for (int round = 0; round < 500; round++) {
            byte[] expected = new byte[SIZE];
            random.nextBytes(expected);
            write(expected);
            int bytes = random.nextInt(SIZE);
            int from = random.nextInt(SIZE - bytes);
            int to = random.nextInt(SIZE - bytes);

            access.copy(memory + from, memory + to, bytes);

            System.arraycopy(expected, from, expected, to, bytes);
            assertThat(bytes(0, SIZE).array())
                    .as("%d bytes from %d to %d", bytes, from, to)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void fillSetsItsRangeOnly(RawAccess access) {
        assumeThereIs(access);
        Random random = new Random(128);
        for (int round = 0; round < 500; round++) {
            byte[] expected = new byte[SIZE];
            random.nextBytes(expected);
            write(expected);
            int bytes = random.nextInt(SIZE);
            int at = random.nextInt(SIZE - bytes);

            access.fill(memory + at, bytes, (byte) round);

            Arrays.fill(expected, at, at + bytes, (byte) round);
            assertThat(bytes(0, SIZE).array()).as("%d bytes at %d", bytes, at).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsCopiedOrFilledBackwards(RawAccess access) {
        assumeThereIs(access);
        assertThatThrownBy(() -> access.copy(memory, memory + 8, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> access.fill(memory, -1, (byte) 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aSegmentIsAViewWithBounds() {
        MemorySegment segment = RawMemory.segment(memory + 8, 16);
        RawMemory.putLong(memory + 16, 77);

        assertThat(segment.byteSize()).isEqualTo(16);
        assertThat(segment.address()).isEqualTo(memory + 8);
        assertThat(segment.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(77);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_LONG, 16)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, -1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    /** Later JDKs refuse sun.misc.Unsafe by default and will remove it one day. */
    private void assumeThereIs(RawAccess access) {
        if (access == RawAccess.UNSAFE && Runtime.version().feature() > 25) {
            try {
                UnsafeMemory.getByte(memory);
            } catch (UnsupportedOperationException denied) {
                assumeTrue(false, denied::getMessage);
            }
        }
    }

    /** All bytes outside the range are still 0. */
    private void assertOnlyTouched(RawAccess access, int offset, int bytes) {
        for (int i = 0; i < SIZE; i++) {
            if (i < offset || i >= offset + bytes) {
                assertThat(access.getByte(memory + i)).as("byte %d", i).isZero();
            }
        }
    }

    private ByteBuffer bytes(int offset, int count) {
        byte[] copy = new byte[count];
        for (int i = 0; i < count; i++) {
            copy[i] = RawMemory.getByte(memory + offset + i);
        }
        return ByteBuffer.wrap(copy).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void write(byte[] content) {
        for (int i = 0; i < content.length; i++) {
            RawMemory.putByte(memory + i, content[i]);
        }
    }
}
