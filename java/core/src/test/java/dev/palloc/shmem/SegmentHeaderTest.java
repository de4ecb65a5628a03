package dev.palloc.shmem;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.bindings.palloc_h;
import dev.palloc.bindings.palloc_shmem_header;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.GroupLayout;
import org.junit.jupiter.api.Test;

class SegmentHeaderTest {

    @Test
    void isTheHeaderOfC() {
        GroupLayout c = palloc_shmem_header.layout();
        assertThat(SegmentHeader.MAGIC_OFFSET).isEqualTo((int) c.byteOffset(groupElement("magic")));
        assertThat(SegmentHeader.CREATOR_PID_OFFSET).isEqualTo((int) c.byteOffset(groupElement("creator_pid")));
        assertThat(SegmentHeader.TOTAL_SIZE_OFFSET).isEqualTo((int) c.byteOffset(groupElement("total_size")));
        assertThat(SegmentHeader.FREE_OFFSET_OFFSET).isEqualTo((int) c.byteOffset(groupElement("free_offset")));
        assertThat(SegmentHeader.DSM_CONTROL_OFFSET).isEqualTo((int) c.byteOffset(groupElement("dsm_control")));
        assertThat(SegmentHeader.POLICY_OFFSET).isEqualTo((int) c.byteOffset(groupElement("policy")));
        assertThat(SegmentHeader.INDEX_OFFSET).isEqualTo((int) c.byteOffset(groupElement("index")));
        assertThat(SegmentHeader.DEVICE_OFFSET).isEqualTo((int) c.byteOffset(groupElement("device")));
        assertThat(SegmentHeader.INODE_OFFSET).isEqualTo((int) c.byteOffset(groupElement("inode")));
        assertThat(SegmentHeader.BYTES).isEqualTo((int) c.byteSize());
        assertThat(SegmentHeader.MAGIC).isEqualTo(palloc_h.PALLOC_SHMEM_MAGIC());
    }

    /** Offsets by number, as PostgreSQL's PGShmemHeader has them. */
    @OnEachPlatform
    void isWrittenAtCreation(Platform platform) {
        try (SharedArena arena = SharedArena.create(platform, 100_000, AlignmentPolicy.CACHELINE_128, 64)) {
            long base = arena.address();
            assertThat(base % 4096).isZero();
            assertThat(RawMemory.getInt(base)).isEqualTo(679834894);
            assertThat(RawMemory.getInt(base + 4))
                    .isEqualTo((int) ProcessHandle.current().pid());
            assertThat(RawMemory.getLong(base + 8)).isEqualTo(100_000);
            // The index is the first thing allocated: 32 of header, 64 buckets, 64 entries.
            assertThat(RawMemory.getLong(base + 16)).isEqualTo(128 + 5760);
            assertThat(RawMemory.getInt(base + 24)).isZero();
            assertThat(RawMemory.getInt(base + 28)).isEqualTo(4);
            assertThat(RawMemory.getLong(base + 32)).isEqualTo(128);
            assertThat(RawMemory.getLong(base + 40)).isZero();
            assertThat(RawMemory.getLong(base + 48)).isZero();
            ArenaAssertions.assertLocksFree(arena);
        }
    }

    @Test
    void isFollowedByTheFirstStartOfThePolicy() {
        assertThat(indexOffset(AlignmentPolicy.MAXALIGN)).isEqualTo(64);
        assertThat(indexOffset(AlignmentPolicy.BUFFERALIGN_32)).isEqualTo(64);
        assertThat(indexOffset(AlignmentPolicy.CACHELINE_64)).isEqualTo(64);
        assertThat(indexOffset(AlignmentPolicy.CACHELINE_128)).isEqualTo(128);
        assertThat(indexOffset(AlignmentPolicy.misaligned(8))).isEqualTo(136);
        assertThat(indexOffset(AlignmentPolicy.misaligned(65))).isEqualTo(65);
    }

    private static long indexOffset(AlignmentPolicy policy) {
        try (SharedArena arena = SharedArena.create(TestPlatforms.java(), 20_000, policy, 4)) {
            return RawMemory.getLong(arena.address() + 32);
        }
    }
}
