package dev.palloc.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.palloc.parity.DigestFile;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The library against a simple model of what contexts and chunks are, over random operations with all types, at and
 * around every size that matters, with memory that runs out at times and calls that are wrong.
 *
 * <p>After each call the contents, alignment and context of its chunk must be right, and the bytes that contexts count
 * must be those of the blocks that are out; at intervals this holds for everything, no chunk overlaps another, and the
 * tree has its shape. Nothing of the allocators' code is in the model: what it knows are numbers from PostgreSQL's
 * documents.
 *
 * <p>{@code -Ddev.palloc.model.operations=N} sets how many, {@code -Ddev.palloc.model.seed=S} which ones.
 */
@ExtendWith(QuietLog.class)
class ModelTest {
    private static final long SEED = Long.getLong("dev.palloc.model.seed", 20260117);
    private static final long OPERATIONS = Long.getLong("dev.palloc.model.operations", defaultOperations());

    /** The same number everywhere, so that all digests are of the same work. */
    private static final int DIGESTED_OPERATIONS = 100_000;

    private static final int CHECK_INTERVAL = 5_000;

    /** Emulated machines are 10 to 20 times slower. */
    private static long defaultOperations() {
        return System.getProperty("os.arch").equals("aarch64") ? 200_000 : 10_000_000;
    }

    @Test
    void shouldAgreeWithTheModel() {
        Platform platform = Platform.get();
        ModelRun run = new ModelRun(SEED, platform.name(), ModelMemory.counted(platform), CHECK_INTERVAL);
        run.run(OPERATIONS);
        // Not after a failure: on damaged structures this may never end, or take the JVM down with the message.
        run.close();
    }

    @Test
    void shouldDoTheSameOnBothPlatforms() throws IOException {
        String ofNative = digest(Platform.of("native"));
        String ofJava = digest(Platform.of("java"));
        if (!Boolean.getBoolean("dev.palloc.checking")) {
            // Checking mode has larger headers, so its digests are others.
            DigestFile.append(
                    "model-" + DIGESTED_OPERATIONS, Platform.get().name().equals("java") ? ofJava : ofNative);
        }
        assertThat(ofJava).as("digest with seed %d, Java against native", SEED).isEqualTo(ofNative);
    }

    private static String digest(Platform platform) {
        ModelMemory memory = ModelMemory.digested(platform);
        ModelRun run = new ModelRun(SEED, platform.name(), memory, CHECK_INTERVAL);
        run.run(DIGESTED_OPERATIONS);
        String digest = memory.digest();
        run.close();
        return digest;
    }

    @Test
    void shouldNameSeedAndOperationOfADamagedByte() {
        Platform platform = Platform.get();
        ModelRun run = new ModelRun(7, platform.name(), ModelMemory.counted(platform), CHECK_INTERVAL);
        run.run(CHECK_INTERVAL + 1);
        ModelChunks chunks = chunksOfAny(run.tree());
        long last = chunks.pointer(0) + chunks.size(0) - 1;
        RawMemory.putByte(last, (byte) ~RawMemory.getByte(last));
        assertThatThrownBy(() -> run.run(CHECK_INTERVAL))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("seed 7 ")
                .hasMessageFindingMatch("operation [5-9][0-9]{3}: ")
                .hasMessageContaining("is not what was written there")
                .hasMessageContaining("pfree");
        run.close();
    }

    private static ModelChunks chunksOfAny(ModelTree tree) {
        for (int index = 0; index < tree.count(); index++) {
            ModelChunks chunks = tree.node(index).chunks;
            if (chunks.count() > 0 && chunks.size(0) > 0) {
                return chunks;
            }
        }
        throw new AssertionError("no chunk");
    }
}
