package dev.palloc.bench.contexts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bench.peers.AddressHeap;
import dev.palloc.platform.RawMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Contexts and their peers do the same when asked for the same. Each benchmark is called once, without JMH. */
class SameWorkTest {
    private static final String CONTENDERS = "dev.palloc.bench.contexts.Contenders#";

    @ParameterizedTest
    @MethodSource(CONTENDERS + "ofRing")
    void theRingHoldsTheNewestChunks(String allocator) {
        RingBenchmark ring = new RingBenchmark();
        ring.allocator = allocator;
        ring.chunk = 64;
        ring.keep = 1024;
        ring.touch = true;
        ring.open();
        ring.replaceOldest();
        int slots = 16;
        for (int slot = 0; slot < slots; slot++) {
            assertThat(ring.work.content(slot)).isEqualTo(RingBenchmark.STEPS - slots + slot);
        }
        ring.close();
    }

    @ParameterizedTest
    @MethodSource(CONTENDERS + "ofUse")
    void whatWasWrittenIsRead(String allocator) {
        UseBenchmark use = new UseBenchmark();
        use.allocator = allocator;
        use.size = 256;
        use.open();
        assertThat(List.of(use.allocateUseFree(), use.allocateUseFree(), use.allocateUseFree()))
                .containsExactly(0L, 1L, 2L);
        use.close();
    }

    @ParameterizedTest
    @MethodSource(CONTENDERS + "ofGrowth")
    void growthKeepsTheContent(String allocator) {
        GrowthBenchmark growth = new GrowthBenchmark();
        growth.allocator = allocator;
        growth.from = 64;
        growth.to = 1 << 20;
        growth.open();
        // 64 + 128 + ... + 2^20
        assertThat(growth.grow()).isEqualTo((1 << 21) - 64).isEqualTo(growth.grow());
        growth.close();
    }

    @ParameterizedTest
    @MethodSource(CONTENDERS + "ofReset")
    void aResetRoundRepeatsItself(String allocator) {
        ResetBenchmark reset = new ResetBenchmark();
        reset.allocator = allocator;
        reset.chunk = 1024;
        reset.keep = 4096;
        reset.open();
        assertThat(reset.allocateAndReset()).isPositive();
        assertThat(reset.allocateAndReset()).isPositive();
        reset.close();
        chunksDoNotOverlap(Contender.batch(allocator, 50, 1024, true), 50, 1024);
    }

    @ParameterizedTest
    @MethodSource(CONTENDERS + "ofLifetime")
    void aLifeRepeatsItself(String allocator) {
        LifetimeBenchmark lifetime = new LifetimeBenchmark();
        lifetime.allocator = allocator;
        lifetime.chunks = 10;
        lifetime.open();
        assertThat(lifetime.createAllocateDelete()).isPositive();
        assertThat(lifetime.createAllocateDelete()).isPositive();
        lifetime.close();
        chunksDoNotOverlap(Contender.batch(allocator, 50, LifetimeBenchmark.SIZE, false), 50, LifetimeBenchmark.SIZE);
    }

    /** All chunks of a round are there at the same time, with all their bytes. */
    private static void chunksDoNotOverlap(Batch batch, int count, long size) {
        batch.begin();
        TreeSet<Long> addresses = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            long address = batch.allocate(size);
            RawMemory.fill(address, size, (byte) i);
            addresses.add(address);
        }
        assertThat(addresses).hasSize(count).allMatch(address -> address % Long.BYTES == 0);
        long end = 0;
        for (long address : addresses) {
            assertThat(address).isGreaterThanOrEqualTo(end);
            end = address + size;
        }
        batch.releaseAll();
        if (batch instanceof ContextBatch) {
            ContextBatch ofContext = (ContextBatch) batch;
            assertThat(ofContext.context.isDeleted() || ofContext.context.isReset())
                    .isTrue();
        }
        batch.close();
    }

    @Test
    void aHeapsBatchFreesEveryChunkInItsOrder() {
        List<String> calls = new ArrayList<>();
        AddressHeap recording = new AddressHeap() {
            private long next = 8;

            @Override
            public long allocate(long size) {
                calls.add("allocate " + size);
                return next++;
            }

            @Override
            public void free(long address) {
                calls.add("free " + address);
            }

            @Override
            public long reallocate(long address, long size) {
                throw new UnsupportedOperationException();
            }
        };
        try (Batch batch = new HeapBatch.Addresses(recording, 2)) {
            assertThat(batch.run(2, 64)).isEqualTo(8 + 9);
            assertThat(batch.run(1, 64)).isEqualTo(10);
        }
        assertThat(calls).containsExactly("allocate 64", "allocate 64", "free 8", "free 9", "allocate 64", "free 10");
    }
}
