package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.MemoryExhaustedException;
import dev.palloc.parity.DigestFile;
import dev.palloc.platform.Platform;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every call of every scenario that takes a block fails before it succeeds, by exception and by NO_OOM. After each failure
 * all is as it was: every byte of the manager's memory, the content of chunks included, or where that is much, by
 * chance, the account of every context. At the end the digest is the committed one of the undisturbed run.
 *
 * <p>An undisturbed run first tells which calls take a block. In the second run all is refused all the time, but for the
 * second attempt of those calls: so no other call, and no free, reset or delete, needs a block.
 */
@Tag("any-mode")
@ExtendWith(QuietLog.class)
class FaultInjectionTest {
    /**
     * Where there is more, all memory is compared at some failures only, and at the others every context's account. Emulated
     * machines are 10 to 20 times slower.
     */
    private static final long COMPARED_BYTES =
            System.getProperty("os.arch").equals("aarch64") ? 32 * 1024 : 1024 * 1024;

    private static final Map<String, String> EXPECTED = DigestFile.committed("/parity/scenarios.tsv");

    static List<Arguments> scenariosAndPlatforms() {
        List<Arguments> all = new ArrayList<>();
        for (String scenario : ParityScenarios.all().keySet()) {
            all.add(Arguments.of(scenario, "native"));
            all.add(Arguments.of(scenario, "java"));
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("scenariosAndPlatforms")
    void shouldLeaveNoTraceOfAnyFailure(String scenario, String platform) {
        Observed observed = new Observed(blocks(platform));
        long blocksTaken;
        String undisturbed;
        try (ParityDigest digest = new ParityDigest(observed.blocks)) {
            ParityScenarios.all(observed).get(scenario).accept(digest);
            blocksTaken = digest.blocksTaken();
            undisturbed = digest.hex();
        }
        FailingBlocks blocks = blocks(platform);
        try (ParityDigest digest = new ParityDigest(blocks)) {
            Faulty faulty = new Faulty(observed.takers, blocks, digest);
            ParityScenarios.all(faulty).get(scenario).accept(digest);
            assertThat(faulty.failures)
                    .as("failed calls, against blocks taken without failures")
                    .isEqualTo(blocksTaken)
                    .isPositive();
            assertThat(blocks.granted()).isEqualTo(blocksTaken);
            assertThat(digest.hex())
                    .as("digest after all failures")
                    .isEqualTo(Checking.ENABLED ? undisturbed : EXPECTED.get(scenario));
        }
    }

    private static FailingBlocks blocks(String platform) {
        return new FailingBlocks(
                new BlockCache(Platform.of(platform), ParityDigest.BLOCK_ALIGNMENT, BlockCache.DEFAULT_RETAIN_LIMIT));
    }

    /** Notes which calls take a block. */
    private static final class Observed extends ParityScenarios.Calls {
        private final FailingBlocks blocks;
        private final BitSet takers = new BitSet();
        private int calls;

        Observed(FailingBlocks blocks) {
            this.blocks = blocks;
        }

        @Override
        MemoryContext create(Supplier<MemoryContext> creation) {
            return noted(() -> super.create(creation));
        }

        @Override
        long allocate(IntToLongFunction allocation) {
            return noted(() -> super.allocate(allocation));
        }

        private <T> T noted(Supplier<T> call) {
            long before = blocks.granted();
            T result = call.get();
            takers.set(calls++, blocks.granted() > before);
            return result;
        }
    }

    /** Lets those calls fail first. */
    private static final class Faulty extends ParityScenarios.Calls {
        private final BitSet takers;
        private final FailingBlocks blocks;
        private final ParityDigest digest;
        private final List<MemoryContext> contexts = new ArrayList<>();
        private final Random random = new Random(1);
        private int calls;
        private long failures;

        Faulty(BitSet takers, FailingBlocks blocks, ParityDigest digest) {
            this.takers = takers;
            this.blocks = blocks;
            this.digest = digest;
            blocks.refuseIf(size -> true);
        }

        @Override
        MemoryContext create(Supplier<MemoryContext> creation) {
            MemoryContext context;
            if (takers.get(calls++)) {
                requireNoTrace("an exception", () -> requireThrown(creation::get));
                context = retry(creation);
            } else {
                context = super.create(creation);
            }
            contexts.add(context);
            return context;
        }

        @Override
        long allocate(IntToLongFunction allocation) {
            if (!takers.get(calls++)) {
                return super.allocate(allocation);
            }
            requireNoTrace("an exception", () -> requireThrown(() -> allocation.applyAsLong(0)));
            requireNoTrace(
                    "NO_OOM",
                    () -> assertThat(allocation.applyAsLong(AllocFlags.NO_OOM)).isZero());
            return retry(() -> super.allocate(allocation));
        }

        private static void requireThrown(Runnable call) {
            assertThatThrownBy(call::run).isInstanceOf(MemoryExhaustedException.class);
        }

        private void requireNoTrace(String outcome, Runnable failure) {
            boolean whole = random.nextLong(1 + digest.peakBytes() / COMPARED_BYTES) == 0;
            Object before = whole ? digest.memoryHash() : account();
            failure.run();
            assertThat(whole ? digest.memoryHash() : account())
                    .as("%s after %s from call %d", whole ? "memory" : "account", outcome, calls - 1)
                    .isEqualTo(before);
        }

        private List<Object> account() {
            contexts.removeIf(MemoryContext::isDeleted);
            List<Object> all = new ArrayList<>(List.of(digest.manager().contextCount(), digest.liveBlocks()));
            for (MemoryContext context : contexts) {
                all.add(List.of(context.counters(), context.memAllocated(false), context.isReset()));
            }
            return all;
        }

        private <T> T retry(Supplier<T> call) {
            failures++;
            blocks.refuseIf(size -> false);
            T result = call.get();
            blocks.refuseIf(size -> true);
            return result;
        }
    }
}
