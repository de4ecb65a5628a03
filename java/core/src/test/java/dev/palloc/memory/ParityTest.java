package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.parity.DigestFile;
import dev.palloc.platform.Platform;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Both platforms do the same, and the same as ever, on every architecture: the expected digests are committed. A change
 * of a digest is a change of behaviour; whoever means it says so in the commit that replaces the value.
 *
 * <p>With {@code -Ddev.palloc.digests=FILE} each digest is appended there, for comparison across machines.
 */
class ParityTest {
    private static final Map<String, String> EXPECTED = DigestFile.committed("/parity/scenarios.tsv");

    static Stream<String> scenarios() {
        return ParityScenarios.all().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void shouldGiveTheCommittedDigestOnBothPlatforms(String name) throws IOException {
        String ofNative = digest(Platform.of("native"), name);
        String ofJava = digest(Platform.of("java"), name);
        DigestFile.append("scenario/" + name, Platform.get().name().equals("java") ? ofJava : ofNative);
        assertThat(ofJava).as("digest of %s, Java against native", name).isEqualTo(ofNative);
        assertThat(ofNative).as("digest of %s against the committed one", name).isEqualTo(EXPECTED.get(name));
    }

    @Test
    void shouldExpectNothingElse() {
        assertThat(EXPECTED.keySet()).isEqualTo(ParityScenarios.all().keySet());
    }

    @Test
    void shouldSeeASingleChangedStep() {
        try (ParityDigest one = new ParityDigest(Platform.get());
                ParityDigest other = new ParityDigest(Platform.get())) {
            for (ParityDigest digest : new ParityDigest[] {one, other}) {
                MemoryContext set = digest.manager().createAllocSet(null, "set", BlockSizes.DEFAULT);
                long first = set.palloc(64);
                long second = set.palloc(64);
                // Same headers, same counters: only the order on the freelist differs.
                digest.manager().pfree(digest == one ? first : second);
                digest.manager().pfree(digest == one ? second : first);
                digest.image();
            }
            assertThat(one.hex()).isNotEqualTo(other.hex());
        }
    }

    @Test
    void shouldHoldNoBlockAfterTheManagerIsClosed() {
        ParityDigest digest = new ParityDigest(Platform.get());
        ParityScenarios.all().get("random-mix").accept(digest);
        assertThat(digest.liveBlocks()).isPositive();
        digest.close();
        assertThat(digest.liveBlocks()).isZero();
    }

    private static String digest(Platform platform, String name) {
        try (ParityDigest digest = new ParityDigest(platform)) {
            ParityScenarios.all().get(name).accept(digest);
            return digest.hex();
        }
    }
}
