package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.palloc.platform.Platform;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CloseTest {
    private static final long TOTAL = 1 << 20;

    @OnEachPlatform
    void everyUseAfterwardsIsRefused(Platform platform) {
        SharedArena arena = SharedArena.create(platform, TOTAL);
        SharedStruct struct = arena.initStruct("a", 100);
        MemorySegment segment = struct.segment();
        arena.close();
        Stream.<ThrowingCallable>of(
                        () -> arena.initStruct("a", 100),
                        () -> arena.initStruct("b", 100, 256),
                        () -> arena.allocate(1),
                        () -> arena.allocateOrZero(1),
                        arena::freeBytes,
                        arena::allocations,
                        arena::alignmentReport,
                        () -> arena.alignmentReport(128),
                        struct::segment)
                .forEach(call ->
                        assertThatIllegalStateException().isThrownBy(call).withMessageContaining("closed"));
        assertThatIllegalStateException().isThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0));
        assertThatIllegalStateException().isThrownBy(() -> segment.asSlice(8, 8).set(ValueLayout.JAVA_LONG, 0, 1));
    }

    @OnEachPlatform
    void aSecondCloseDoesNothing(Platform platform) {
        SharedArena arena = SharedArena.create(platform, TOTAL);
        arena.close();
        arena.close();
        assertThat(arena.totalSize()).isEqualTo(TOTAL);
        assertThat(arena.toString()).contains("1048576 bytes");
    }

    /** Such as a channel that reads into the segment and waits for data, or a downcall that has not returned. */
    @Test
    @Timeout(60)
    void isRefusedWhileASegmentIsInUseAndChangesNothing() throws Exception {
        SharedArena arena = SharedArena.create(TestPlatforms.java(), TOTAL);
        MemorySegment segment = arena.initStruct("a", 100).segment();
        Pipe pipe = Pipe.open();
        FutureTask<Integer> read = new FutureTask<>(() -> pipe.source().read(segment.asByteBuffer()));
        Thread reader = new Thread(read);
        reader.start();
        while (Stream.of(reader.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("read0"))) {
            assertThat(read.isDone()).isFalse();
            Thread.sleep(1);
        }

        assertThatIllegalStateException().isThrownBy(arena::close);
        assertThat(arena.initStruct("a", 100).found()).isTrue();
        SharedArena.attach(TestPlatforms.java(), arena.address()).close();

        pipe.sink().write(ByteBuffer.wrap(new byte[] {42}));
        assertThat(read.get()).isEqualTo(1);
        assertThat(segment.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 42);
        arena.close();
        assertThatIllegalStateException().isThrownBy(arena::freeBytes);
        pipe.sink().close();
        pipe.source().close();
    }

    /** Close comes while threads allocate: each call either succeeds or is refused, and memory is not touched late. */
    @OnEachPlatform
    @Timeout(60)
    void waitsForCallsInProgress(Platform platform) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 30; round++) {
                SharedArena arena = SharedArena.create(platform, TOTAL);
                CountDownLatch started = new CountDownLatch(4);
                List<Future<Integer>> users = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    String prefix = "t" + t + " ";
                    users.add(threads.submit(() -> useUntilClosed(arena, prefix, started)));
                }
                started.await();
                arena.close();
                for (Future<Integer> user : users) {
                    assertThat(user.get(30, TimeUnit.SECONDS)).isPositive();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static int useUntilClosed(SharedArena arena, String prefix, CountDownLatch started) {
        int calls = 0;
        try {
            while (true) {
                arena.initStruct(prefix + calls % 100, 8);
                arena.allocateOrZero(8);
                arena.allocations();
                if (calls++ == 0) {
                    started.countDown();
                }
            }
        } catch (IllegalStateException closed) {
            return calls;
        }
    }
}
