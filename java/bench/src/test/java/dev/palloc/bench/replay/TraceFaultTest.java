package dev.palloc.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.bench.TestPlatforms;
import dev.palloc.bench.trace.Op;
import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import dev.palloc.memory.AllocFlags;
import dev.palloc.memory.BlockCache;
import dev.palloc.memory.FailingBlocks;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.ParityDigest;
import dev.palloc.platform.Platform;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every record of a real trace that takes a block fails before it succeeds, by exception and by NO_OOM, and what follows
 * goes on as if nothing had been: the digest at the end is the committed one. All is refused all the time, but for the
 * second attempt of those records; so no free, reset, or delete needs a block.
 *
 * <p>After every failure the account of the context is compared. The whole memory, byte by byte, is compared after some,
 * a third to a twelfth of them, for it would take a minute to do so always.
 */
class TraceFaultTest {
    /** At most this much memory is compared on one trace, about. */
    private static final long COMPARED_BYTES =
            (System.getProperty("os.arch").equals("aarch64") ? 128L : 2048L) * 1024 * 1024;

    /** The library logs what all contexts hold whenever memory runs out. */
    private static final Logger LOG = Logger.getLogger("dev.palloc");

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    @AfterAll
    static void endSilence() {
        LOG.setLevel(null);
    }

    static Stream<Arguments> shippedOnAllPlatforms() {
        return TraceSource.SHIPPED.stream()
                .flatMap(name -> TestPlatforms.names().map(platform -> Arguments.of(name, platform)));
    }

    @ParameterizedTest
    @MethodSource("shippedOnAllPlatforms")
    void everyBlockOfATraceIsRefusedOnceAndNothingTellsAfterwards(String name, String platform) throws IOException {
        Trace trace = TraceFile.read(TraceSource.shipped(name));
        ExpectedDigest expected = ExpectedDigest.of(name);
        int interval = (int) (1 + expected.blocksTaken() * expected.peakBytes() / COMPARED_BYTES);
        Faults faults = new Faults(trace, takers(trace, platform), blocks(platform), interval);
        try (ParityDigest digest = new ParityDigest(faults.blocks)) {
            DigestResult result = TraceDigest.of(trace, digest, (replay, record) -> faults.run(digest, replay, record));
            assertThat(result)
                    .isEqualTo(new DigestResult(expected.digest(), expected.blocksTaken(), expected.peakBytes()));
        }
        assertThat(faults.failures).isEqualTo(expected.blocksTaken());
        assertThat(faults.blocks.granted()).isEqualTo(expected.blocksTaken());
        assertThat(faults.wholeComparisons).isGreaterThan(expected.blocksTaken() / interval * 2 / 3);
    }

    private static FailingBlocks blocks(String platform) {
        return new FailingBlocks(
                new BlockCache(Platform.of(platform), ParityDigest.BLOCK_ALIGNMENT, BlockCache.DEFAULT_RETAIN_LIMIT));
    }

    /** The records that take a block, from an undisturbed replay. */
    private static BitSet takers(Trace trace, String platform) {
        BitSet takers = new BitSet();
        FailingBlocks blocks = blocks(platform);
        try (ParityDigest digest = new ParityDigest(blocks)) {
            TraceReplay replay = new TraceReplay(trace, digest.manager());
            for (int record = 0; record < trace.records(); record++) {
                long before = blocks.granted();
                replay.run(record, record + 1);
                takers.set(record, blocks.granted() > before);
            }
        }
        return takers;
    }

    private static final class Faults {
        private final Trace trace;
        private final BitSet takers;
        private final FailingBlocks blocks;
        private final int interval;

        /** By chance, because traces have rhythms. */
        private final Random random = new Random(1);

        private long failures;
        private long wholeComparisons;

        Faults(Trace trace, BitSet takers, FailingBlocks blocks, int interval) {
            this.trace = trace;
            this.takers = takers;
            this.blocks = blocks;
            this.interval = interval;
            blocks.refuseIf(size -> true);
        }

        int run(ParityDigest digest, TraceReplay replay, int record) {
            if (takers.get(record)) {
                fail(digest, replay, record);
                blocks.refuseIf(size -> false);
            }
            int chunks = replay.run(record, record + 1);
            blocks.refuseIf(size -> true);
            return chunks;
        }

        private void fail(ParityDigest digest, TraceReplay replay, int record) {
            boolean whole = random.nextInt(interval) == 0;
            failures++;
            wholeComparisons += whole ? 1 : 0;
            long memory = whole ? digest.memoryHash() : 0;
            List<Object> account = account(digest, replay, record);
            assertThatThrownBy(() -> replay.run(record, record + 1)).isInstanceOf(MemoryExhaustedException.class);
            assertThat(account(digest, replay, record))
                    .as("account after an exception from record %d", record + 1)
                    .isEqualTo(account);
            failWithoutException(digest, replay, record);
            assertThat(account(digest, replay, record))
                    .as("account after NO_OOM from record %d", record + 1)
                    .isEqualTo(account);
            assertThat(whole ? digest.memoryHash() : 0)
                    .as("memory after record %d failed", record + 1)
                    .isEqualTo(memory);
        }

        private void failWithoutException(ParityDigest digest, TraceReplay replay, int record) {
            long packed = trace.ops()[record];
            int index = Op.index(packed);
            long size = Op.size(packed);
            switch (Op.op(packed)) {
                case Op.ALLOC ->
                    assertThat(replay.context(index).pallocExtended(size, AllocFlags.NO_OOM))
                            .isZero();
                case Op.REALLOC ->
                    assertThat(digest.manager().repallocExtended(replay.pointer(index), size, AllocFlags.NO_OOM))
                            .isZero();
                default -> assertThat(Op.op(packed)).isEqualTo(Op.CREATE);
            }
        }

        private List<Object> account(ParityDigest digest, TraceReplay replay, int record) {
            int index = Op.index(trace.ops()[record]);
            MemoryContext context = switch (Op.op(trace.ops()[record])) {
                case Op.ALLOC -> replay.context(index);
                case Op.REALLOC -> digest.manager().chunkContext(replay.pointer(index));
                default -> null;
            };
            List<Object> manager = List.of(digest.manager().contextCount(), digest.liveBlocks());
            return context == null
                    ? manager
                    : List.of(manager, context.counters(), context.memAllocated(false), context.isReset());
        }
    }
}
