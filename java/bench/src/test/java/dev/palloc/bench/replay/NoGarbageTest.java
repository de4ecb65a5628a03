package dev.palloc.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.palloc.bench.trace.Op;
import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceFile;
import dev.palloc.bench.trace.TraceSource;
import dev.palloc.bench.trace.TraceWriter;
import dev.palloc.memory.MemoryManager;
import dev.palloc.platform.Platform;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The raw tier makes no garbage: a replay of any length allocates nothing on the Java heap. */
class NoGarbageTest {
    private static final int RECORDS = 200_000;

    /** What a JVM may allocate in this thread by itself, such as for the call that asks; far below a byte a record. */
    private static final long ALLOWANCE = 4096;

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.palloc.bench.TestPlatforms#names")
    void aReplayAllocatesNothingOnTheJavaHeap(String platform) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Trace trace = trace();
        try (MemoryManager manager = new MemoryManager(Platform.of(platform))) {
            TraceReplay replay = new TraceReplay(trace, manager);
            // Loads classes, fills the block cache.
            replay.run(0, trace.records());
            replay.deleteAll();
            int creates = (int) trace.count(Op.CREATE);
            replay.run(0, creates);
            long before = threads.getCurrentThreadAllocatedBytes();
            replay.run(creates, trace.records());
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(trace.records() - creates).isGreaterThan(RECORDS);
            assertThat(allocated).isBetween(0L, ALLOWANCE);
        }
    }

    /** All four types, all operations but creation and deletion, small and large sizes, the contexts first. */
    private Trace trace() {
        TraceWriter writer = new TraceWriter()
                .allocSet(1, 0)
                .generation(2, 1)
                .slab(3, 1, 8192, 64)
                .bump(4, 1)
                .allocSet(5, 0);
        Random random = new Random(42);
        int chunks = 0;
        for (int records = 0; records <= RECORDS; records += 5) {
            writer.alloc(1, random.nextInt(records % 50 == 0 ? 20_000 : 500));
            writer.alloc(2, random.nextInt(records % 50 == 0 ? 20_000 : 500));
            writer.alloc(3, 64);
            writer.alloc(4, random.nextInt(500));
            int size = random.nextInt(1000);
            writer.realloc(chunks, size);
            writer.free(chunks + 1).free(chunks + 2).free(chunks + 4);
            chunks += 5;
            if (records % 1000 == 0) {
                writer.reset(4).setParent(5, 1).setParent(5, 0);
            }
        }
        return TraceFile.read(TraceSource.file(writer.plain(folder.resolve("t.mct"))));
    }
}
