package dev.palloc.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import org.junit.jupiter.api.Test;

class StructIndexTest {
    private static final int MANY = 3_000;

    /** The number expected is no limit: growth finds every name again, and is anonymous storage. */
    @OnEachPlatform
    void growsFarBeyondWhatWasExpected(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 8 << 20, AlignmentPolicy.MAXALIGN, 1)) {
            for (int i = 0; i < MANY; i++) {
                assertThat(arena.initStruct("structure " + i, 1 + i).found()).isFalse();
            }
            for (int i = 0; i < MANY; i++) {
                assertThat(arena.initStruct("structure " + i, 1 + i).found()).isTrue();
            }
            AllocationsView view = arena.allocations();
            assertThat(view.named()).hasSize(MANY);
            ArenaAssertions.assertConsistent(view);
            // 80 bytes an entry, a last batch of up to 15 spares, and bucket arrays of at most 8 bytes a name in sum.
            long anonymous = view.rows().get(view.rows().size() - 1).size();
            assertThat(anonymous).isBetween(MANY * 80L, 184 + (MANY + 15) * 80L + 16L * MANY);
        }
    }

    /** Chains stay short: two entries a bucket at most, on average. */
    @Test
    void bucketsGrowWithTheNames() {
        try (SharedArena arena = SharedArena.create(TestPlatforms.java(), 8 << 20, AlignmentPolicy.MAXALIGN, 1)) {
            for (int i = 0; i < MANY; i++) {
                arena.initStruct("structure " + i, 1);
            }
            long index = arena.address() + RawMemory.getLong(arena.address() + 32);
            long buckets = RawMemory.getLong(index + 8);
            assertThat(RawMemory.getLong(index + 16)).isEqualTo(MANY);
            assertThat(buckets).isBetween(MANY / 2 - 16L, 2L * MANY);
            long longest = 0;
            for (long i = 0; i < buckets; i++) {
                longest = Math.max(longest, chain(arena.address(), RawMemory.getLong(index) + 8 * i));
            }
            assertThat(longest).isLessThan(12);
        }
    }

    private static long chain(long base, long bucket) {
        long length = 0;
        for (long entry = RawMemory.getLong(base + bucket); entry != 0; entry = RawMemory.getLong(base + entry + 72)) {
            length++;
        }
        return length;
    }

    @Test
    void takesNoSpaceUpToTheNumberExpected() {
        try (SharedArena arena = SharedArena.create(TestPlatforms.java(), 65_536, AlignmentPolicy.CACHELINE_128, 71)) {
            long next = 65_536 - arena.freeBytes();
            for (int i = 0; i < 71; i++, next += 128) {
                assertThat(arena.initStruct("s" + i, 1).offset()).isEqualTo(next);
            }
            assertThat(arena.initStruct("one more", 1).offset()).isEqualTo(next + 1280);
            for (int i = 0; i < 15; i++) {
                assertThat(arena.initStruct("t" + i, 1).offset()).isEqualTo(next + 1280 + 128 * (i + 1));
            }
        }
    }

    /** What C code that attaches would read. */
    @OnEachPlatform
    void writesEntriesAsDescribed(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 4096, AlignmentPolicy.CACHELINE_128, 1)) {
            SharedStruct struct = arena.initStruct("語", 100);
            long index = arena.address() + 128;
            long bucket = arena.address() + RawMemory.getLong(index);
            assertThat(RawMemory.getLong(index + 8)).isEqualTo(1);
            assertThat(RawMemory.getLong(index + 16)).isEqualTo(1);
            assertThat(RawMemory.getLong(index + 24)).isZero();
            long entry = arena.address() + RawMemory.getLong(bucket);
            assertThat(RawMemory.getInt(entry)).isEqualTo(0x009E_AAE8);
            for (int i = 4; i < 48; i++) {
                assertThat(RawMemory.getByte(entry + i)).isZero();
            }
            assertThat(RawMemory.getLong(entry + 48)).isEqualTo(struct.offset());
            assertThat(RawMemory.getLong(entry + 56)).isEqualTo(100);
            assertThat(RawMemory.getLong(entry + 64)).isEqualTo(128);
            assertThat(RawMemory.getLong(entry + 72)).isZero();
        }
    }
}
