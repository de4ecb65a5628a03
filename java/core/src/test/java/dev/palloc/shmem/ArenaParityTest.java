package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.parity.DigestFile;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The image of an arena is the same to the byte on both platforms and every architecture: nothing in it is an address.
 * Only the creator's process id is left out. Rules for the committed values as in the parity test of contexts.
 */
class ArenaParityTest {
    private static final Map<String, String> EXPECTED = DigestFile.committed("/parity/arenas.tsv");
    private static final long SIZE = 1 << 20;

    static Stream<AlignmentPolicy> policies() {
        return Stream.of(
                AlignmentPolicy.MAXALIGN,
                AlignmentPolicy.BUFFERALIGN_32,
                AlignmentPolicy.CACHELINE_64,
                AlignmentPolicy.CACHELINE_128,
                AlignmentPolicy.misaligned(8),
                AlignmentPolicy.misaligned(33));
    }

    @ParameterizedTest
    @MethodSource("policies")
    void shouldGiveTheCommittedDigestOnBothPlatforms(AlignmentPolicy policy) throws Exception {
        String ofNative = digest(Platform.of("native"), policy);
        String ofJava = digest(Platform.of("java"), policy);
        DigestFile.append("arena/" + policy, Platform.get().name().equals("java") ? ofJava : ofNative);
        assertThat(ofJava).as("%s, Java against native", policy).isEqualTo(ofNative);
        assertThat(ofNative).as("%s against the committed digest", policy).isEqualTo(EXPECTED.get(policy.toString()));
    }

    @Test
    void shouldExpectNothingElse() {
        assertThat(EXPECTED.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        policies().map(AlignmentPolicy::toString).toList());
    }

    private static String digest(Platform platform, AlignmentPolicy policy) throws Exception {
        try (SharedArena arena = SharedArena.create(platform, SIZE, policy, 4)) {
            for (int i = 0; i < 60; i++) {
                // Two in three find a structure that exists; every seventh request is a page or more, and anonymous.
                arena.initStruct("structure " + i % 20, 1 + i % 20 * 97);
                arena.initStruct("aligned " + i / 3, 50, 1L << i / 3 % 13);
                if (i % 7 == 0) {
                    RawMemory.putByte(arena.allocate(8180 + i), (byte) i);
                }
            }
            return hash(arena);
        }
    }

    private static String hash(SharedArena arena) throws Exception {
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        ByteBuffer image = ByteBuffer.allocate((int) SIZE).order(ByteOrder.LITTLE_ENDIAN);
        for (long offset = 0; offset < SIZE; offset += Long.BYTES) {
            image.putLong(RawMemory.getLong(arena.address() + offset));
        }
        image.putInt(SegmentHeader.CREATOR_PID_OFFSET, 0);
        hash.update(image.array());
        hash.update(arena.allocations().toString().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash.digest()).substring(0, 16);
    }
}
