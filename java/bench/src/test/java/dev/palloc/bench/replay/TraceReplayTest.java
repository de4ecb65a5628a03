package dev.palloc.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import dev.palloc.bench.trace.TraceWriter;
import dev.palloc.memory.ContextType;
import dev.palloc.memory.MemoryContext;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReplayTest {
    @TempDir
    Path folder;

    private final MemoryManager manager = new MemoryManager(Platform.get());

    @AfterEach
    void close() {
        manager.close();
    }

    private Trace trace(TraceWriter writer) {
        return TraceFile.read(TraceSource.file(writer.gzip(folder.resolve("t.mct.gz"))));
    }

    private TraceReplay replayed(TraceWriter writer) {
        Trace trace = trace(writer);
        TraceReplay replay = new TraceReplay(trace, manager);
        assertThat(replay.run(0, trace.records())).isEqualTo(trace.allocations());
        return replay;
    }

    private MemoryContext contextOf(TraceReplay replay, int chunk) {
        return manager.chunkContext(replay.pointer(chunk));
    }

    @Test
    void createsContextsOfTheRecordedTypesInTheRecordedTree() {
        TraceReplay replay = replayed(new TraceWriter()
                .allocSet(10, 0)
                .generation(20, 10)
                .slab(30, 20, 8192, 48)
                .bump(40, 30)
                .alloc(10, 1)
                .alloc(20, 2)
                .alloc(30, 48)
                .alloc(40, 4));
        assertThat(contextOf(replay, 0).type()).isEqualTo(ContextType.ALLOC_SET);
        assertThat(contextOf(replay, 0).name()).isEqualTo("set 10");
        assertThat(contextOf(replay, 0).parent()).isNull();
        assertThat(contextOf(replay, 1).type()).isEqualTo(ContextType.GENERATION);
        assertThat(contextOf(replay, 1).parent()).isSameAs(contextOf(replay, 0));
        assertThat(contextOf(replay, 2).type()).isEqualTo(ContextType.SLAB);
        assertThat(contextOf(replay, 2).parent()).isSameAs(contextOf(replay, 1));
        assertThat(contextOf(replay, 2).firstChild().type()).isEqualTo(ContextType.BUMP);
        assertThat(contextOf(replay, 2).firstChild().isReset()).isFalse();
    }

    @Test
    void blockSizesAreTheRecordedOnes() {
        TraceReplay replay = replayed(new TraceWriter()
                .create(1, 3, 0, 4096, 16384, 65536, "keeper of 4 KiB")
                .alloc(1, 8));
        assertThat(contextOf(replay, 0).memAllocated(false)).isEqualTo(4096);
    }

    @Test
    void freesTheChunkThatIsNamed() {
        TraceReplay replay = replayed(new TraceWriter()
                .allocSet(1, 0)
                .alloc(1, 100)
                .alloc(1, 100)
                .alloc(1, 100)
                .free(1)
                .alloc(1, 100));
        assertThat(replay.pointer(3)).isEqualTo(replay.pointer(1)).isNotEqualTo(replay.pointer(0));
    }

    @Test
    void aReallocatedChunkHasTheNextNumber() {
        TraceReplay replay = replayed(
                new TraceWriter().allocSet(1, 0).alloc(1, 16).realloc(0, 500).alloc(1, 16));
        assertThat(manager.chunkSpace(replay.pointer(1))).isEqualTo(512 + 8);
        assertThat(replay.pointer(2)).isEqualTo(replay.pointer(0));
    }

    @Test
    void resetEmptiesOneContextAlone() {
        TraceReplay replay = replayed(new TraceWriter()
                .allocSet(1, 0)
                .allocSet(2, 1)
                .alloc(1, 8)
                .alloc(2, 8)
                .reset(1)
                .setParent(2, 0));
        MemoryContext child = contextOf(replay, 1);
        assertThat(child.isReset()).isFalse();
        assertThat(child.parent()).isNull();
        assertThat(manager.contextCount()).isEqualTo(2);
    }

    @Test
    void movesAndDeletes() {
        TraceReplay replay = replayed(new TraceWriter()
                .allocSet(1, 0)
                .allocSet(2, 0)
                .allocSet(3, 1)
                .alloc(2, 8)
                .setParent(3, 2)
                .delete(1));
        assertThat(manager.contextCount()).isEqualTo(2);
        assertThat(contextOf(replay, 0).firstChild().name()).isEqualTo("set 3");
    }

    @Test
    void roundsAreAlikeAndLeaveNothing() {
        Trace trace = trace(new TraceWriter()
                .allocSet(1, 0)
                .allocSet(2, 1)
                .alloc(2, 100_000)
                .realloc(0, 300_000)
                .alloc(1, 64));
        TraceReplay replay = new TraceReplay(trace, manager);
        for (int round = 0; round < 3; round++) {
            assertThat(replay.run(0, 2)).isZero();
            assertThat(replay.run(2, trace.records())).isEqualTo(3);
            assertThat(manager.contextCount()).isEqualTo(2);
            replay.deleteAll();
            assertThat(manager.contextCount()).isZero();
        }
    }

    @Test
    void theBenchmarkReplaysWholeTraces() {
        TraceReplayBenchmark benchmark = new TraceReplayBenchmark();
        benchmark.trace = new TraceWriter()
                .allocSet(1, 0)
                .alloc(1, 8)
                .alloc(1, 8)
                .plain(folder.resolve("b.mct"))
                .toString();
        benchmark.platform = Platform.get().name();
        benchmark.open();
        try {
            assertThat(benchmark.replay()).isEqualTo(2);
            benchmark.deleteAll();
            assertThat(benchmark.replay()).isEqualTo(2);
            benchmark.deleteAll();
        } finally {
            benchmark.close();
        }
    }
}
