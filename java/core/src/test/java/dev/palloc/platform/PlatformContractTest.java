package dev.palloc.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.palloc.PallocException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformContractTest {
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;
    private static final long[] SIZES = {1, 7, 8, 9, 64, 100, 4095, 4 * KB, 64 * KB, 64 * KB + 1, MB};
    private static final long LARGEST_SIZE = 8 * MB;
    private static final long LARGEST_ALIGNMENT = 2 * MB;

    @Test
    void theNativeLibraryLoadsInThisBuild() {
        assertThat(catchThrowable(() -> Platform.of("native")))
                .as("the library of this build, without which half of these tests would mean nothing")
                .isNull();
    }

    @Test
    void theProcessHasThePlatformThatThePropertyNames() {
        String wanted = System.getProperty(Platform.PROPERTY, "auto");

        assertThat(Platform.get().name()).isEqualTo(wanted.equals("java") ? "java" : "native");
        assertThat(Platform.get()).isSameAs(Platform.get());
    }

    @OnBothPlatforms
    void tellsNameAndReason(String name) {
        Platform platform = Platform.of(name);

        assertThat(platform.name()).isEqualTo(name);
        assertThat(platform.reason()).isNotBlank();
        assertThat(platform).hasToString(name + " platform (" + platform.reason() + ")");
    }

    @OnBothPlatforms
    void segmentsAreAlignedAsAsked(String name) {
        Platform platform = Platform.of(name);
        for (long size : SIZES) {
            for (long alignment = Platform.MIN_ALIGNMENT; alignment <= LARGEST_ALIGNMENT; alignment *= 2) {
                checkAligned(platform, size, alignment);
            }
        }
        checkAligned(platform, LARGEST_SIZE, Platform.MIN_ALIGNMENT);
        checkAligned(platform, LARGEST_SIZE, LARGEST_ALIGNMENT);
    }

    private static void checkAligned(Platform platform, long size, long alignment) {
        // Two, because the first address may be a multiple of more than was asked for.
        long first = platform.allocate(size, alignment);
        long second = platform.allocateZeroed(size, alignment);

        assertThat(first).as("%d bytes", size).isPositive();
        assertThat(first % alignment).as("%d bytes at 0x%x", size, first).isZero();
        assertThat(second).as("%d bytes", size).isPositive();
        assertThat(second % alignment).as("%d bytes at 0x%x", size, second).isZero();
        platform.free(first, size);
        platform.free(second, size);
    }

    @OnBothPlatforms
    void zeroedSegmentsAreZeroWhereDirtyOnesWereFreed(String name) {
        Platform platform = Platform.of(name);
        for (long size : SIZES) {
            for (long alignment : new long[] {8, 128, 4 * KB}) {
                long[] dirty = new long[4];
                for (int i = 0; i < dirty.length; i++) {
                    dirty[i] = platform.allocate(size, alignment);
                    RawMemory.fill(dirty[i], size, (byte) 0xA5);
                }
                for (long address : dirty) {
                    platform.free(address, size);
                }
                for (int i = 0; i < dirty.length; i++) {
                    dirty[i] = platform.allocateZeroed(size, alignment);
                    assertThat(firstOther(dirty[i], size, (byte) 0))
                            .as("first byte that is not 0 of %d, alignment %d", size, alignment)
                            .isEqualTo(-1);
                }
                for (long address : dirty) {
                    platform.free(address, size);
                }
            }
        }
    }

    /** Offset of the first byte with another value, or -1. */
    private static long firstOther(long address, long size, byte value) {
        for (long i = 0; i < size; i++) {
            if (RawMemory.getByte(address + i) != value) {
                return i;
            }
        }
        return -1;
    }

    @OnBothPlatforms
    void liveSegmentsKeepTheirContent(String name) {
        Platform platform = Platform.of(name);
        Random random = new Random(19_960_708);
        List<long[]> live = new ArrayList<>();
        for (int round = 0; round < 600; round++) {
            if (live.size() > 40 || (!live.isEmpty() && random.nextInt(3) == 0)) {
                long[] one = live.remove(random.nextInt(live.size()));
                assertThat(firstOther(one[0], one[1], (byte) one[2]))
                        .as("first changed byte of %d", one[1])
                        .isEqualTo(-1);
                platform.free(one[0], one[1]);
            } else {
                long size = 1 + random.nextInt(1 << (1 + random.nextInt(13)));
                long address = platform.allocate(size, 8L << random.nextInt(8));
                RawMemory.fill(address, size, (byte) round);
                live.add(new long[] {address, size, round});
            }
        }
        for (long[] one : live) {
            assertThat(firstOther(one[0], one[1], (byte) one[2])).isEqualTo(-1);
            platform.free(one[0], one[1]);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8, 0, segment alignment 0 is not a power of two of at least 8 bytes",
        "8, 1, segment alignment 1 is not a power of two of at least 8 bytes",
        "8, 3, segment alignment 3 is not a power of two of at least 8 bytes",
        "8, 4, segment alignment 4 is not a power of two of at least 8 bytes",
        "8, 24, segment alignment 24 is not a power of two of at least 8 bytes",
        "8, -8, segment alignment -8 is not a power of two of at least 8 bytes",
        "8, -9223372036854775808, segment alignment -9223372036854775808 is not a power of two of at least 8 bytes",
        "0, 3, segment alignment 3 is not a power of two of at least 8 bytes",
        "0, 8, segment size 0 is not positive: ask for at least 1 byte",
        "-1, 8, segment size -1 is not positive: ask for at least 1 byte",
        "-9223372036854775808, 64, segment size -9223372036854775808 is not positive: ask for at least 1 byte",
        "9223372036854775807, 8, segment size 9223372036854775807 with alignment 8 overflows: no memory has that many"
                + " bytes",
        "9223372036854775800, 8, segment size 9223372036854775800 with alignment 8 overflows: no memory has that many"
                + " bytes",
        "4611686018427387904, 4611686018427387904, segment size 4611686018427387904 with alignment 4611686018427387904"
                + " overflows: no memory has that many bytes",
    })
    void bothPlatformsRefuseWithOneMessage(long size, long alignment, String message) {
        for (String name : List.of("native", "java")) {
            Platform platform = Platform.of(name);

            assertThatIllegalArgumentException()
                    .as("allocate on %s", name)
                    .isThrownBy(() -> platform.allocate(size, alignment))
                    .withMessage(message);
            assertThatIllegalArgumentException()
                    .as("allocateZeroed on %s", name)
                    .isThrownBy(() -> platform.allocateZeroed(size, alignment))
                    .withMessage(message);
        }
    }

    /** The largest that the argument check lets pass, and others that no machine has. */
    @ParameterizedTest
    @CsvSource({
        "1152921504606846976, 8",
        "9223372036854775799, 8",
        "4611686018427387903, 4611686018427387904",
    })
    void bothPlatformsAnswerZeroWhereThereIsNoSuchMemory(long size, long alignment) {
        for (String name : List.of("native", "java")) {
            assertThat(Platform.of(name).allocate(size, alignment))
                    .as("allocate on %s", name)
                    .isZero();
        }
        // The C layer's zeroing must not touch what it did not get.
        assertThat(Platform.of("native").allocateZeroed(size, alignment)).isZero();
    }

    @OnBothPlatforms
    void worksAfterMemoryWasRefused(String name) {
        Platform platform = Platform.of(name);
        assertThat(platform.allocate(1L << 60, 64)).isZero();

        long address = platform.allocate(64, 64);

        assertThat(address).isPositive();
        platform.free(address, 64);
    }

    @ParameterizedTest
    @CsvSource({"native,0", "native,-8", "native,20", "java,0", "java,-8", "java,20"})
    void freeRefusesWhatCannotBeASegment(String name, long address) {
        Platform platform = Platform.of(name);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> platform.free(address, 8))
                .withMessageContaining("0x" + Long.toHexString(address))
                .withMessageContaining("free takes what allocate returned");
    }

    @Test
    void javaNoticesASecondFreeAndAWrongSize() {
        Platform platform = Platform.of("java");
        long address = platform.allocate(96, 8);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> platform.free(address, 95))
                .withMessage("no live segment of 95 bytes at address 0x" + Long.toHexString(address)
                        + ": free takes what allocate returned, with its size, once");
        platform.free(address, 96);
        assertThatIllegalArgumentException().isThrownBy(() -> platform.free(address, 96));
    }

    @OnBothPlatforms
    void theCacheLineIsBelievable(String name) {
        CacheLine line = Platform.of(name).cacheLine();

        assertThat(line.bytes()).isBetween(16, 2048);
        assertThat(Integer.bitCount(line.bytes())).isEqualTo(1);
        assertThat(line.padding()).isGreaterThanOrEqualTo(128).isGreaterThanOrEqualTo(line.bytes());
    }

    @Test
    void eachPlatformAsksItsOwnSources() {
        assertThat(Platform.of("java").cacheLine().source()).isIn(CacheLine.Source.SYSFS, CacheLine.Source.DEFAULT);
        boolean x86 = HostName.architecture(System.getProperty("os.arch")).equals("x86_64");
        assertThat(Platform.of("native").cacheLine().source())
                .as("the processor always answers")
                .isIn(
                        x86
                                ? List.of(CacheLine.Source.CPUID_LEAF4, CacheLine.Source.CPUID_LEAF1)
                                : List.of(CacheLine.Source.CTR_EL0));
    }

    @OnBothPlatforms
    void theHintReturns(String name) {
        Platform platform = Platform.of(name);
        for (int i = 0; i < 1000; i++) {
            platform.spinHint();
        }
    }

    @Test
    void anUnknownNameIsRefusedWithTheThreeThatAreKnown() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Platform.of("Native"))
                .withMessage("unknown platform \"Native\": set -Ddev.palloc.platform to native, java or auto");
    }

    @Test
    void noNameIsRefused() {
        assertThat(catchThrowable(() -> Platform.of(null)))
                .isExactlyInstanceOf(NullPointerException.class)
                .hasMessage("name");
    }

    @Test
    void demandForNativeIsNeverMetWithJava() {
        // Either it loads or it throws; a silent fall-back would make every comparison of the two worthless.
        try {
            assertThat(Platform.of("native")).isInstanceOf(NativePlatform.class);
        } catch (PallocException refused) {
            assertThat(refused).hasMessageContaining("the native platform was asked for");
        }
        assertThat(Platform.of("java")).isInstanceOf(JavaPlatform.class);
    }
}
