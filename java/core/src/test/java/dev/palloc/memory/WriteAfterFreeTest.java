package dev.palloc.memory;

import static dev.palloc.memory.MisuseCases.assertTold;
import static org.assertj.core.api.Assertions.assertThat;

import dev.palloc.MemoryCorruptedException;
import dev.palloc.memory.MisuseCases.Case;
import dev.palloc.memory.Tier.TierChunk;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory that somebody goes on using after it was freed, in checking mode: it reads 0x7F, and writes are found. */
@Tag("checking")
class WriteAfterFreeTest {
    private static final long SIZE = 100;

    private final MemoryManager manager = TestManager.create();
    private MemoryContext context;

    @AfterEach
    void close() {
        manager.check();
        manager.close();
    }

    /** A freed chunk behind a live one. */
    private TierChunk freed(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
        of.tier().allocate(context, SIZE);
        TierChunk chunk = of.tier().allocate(context, SIZE);
        RawMemory.fill(chunk.pointer(), SIZE, (byte) 0x33);
        chunk.free();
        return chunk;
    }

    private static void assertWiped(long from, long bytes) {
        for (long i = 0; i < bytes; i++) {
            assertThat(RawMemory.getByte(from + i)).as("byte %d", i).isEqualTo((byte) 0x7F);
        }
    }

    /** Where a write is noticed, by the type: the first 8 bytes hold the link to the next free chunk, or are wiped too. */
    static Stream<Arguments> casesAndOffsets() {
        return MisuseCases.freeing().flatMap(of -> Stream.of(0, 7, 8, 9, 50, 99).map(at -> Arguments.of(of, at)));
    }

    @ParameterizedTest
    @MethodSource("casesAndOffsets")
    void aWriteAfterFreeIsFoundByTheCheckAndAtTheNextAllocation(Case of, int at) {
        TierChunk chunk = freed(of);
        byte before = RawMemory.getByte(chunk.pointer() + at);
        RawMemory.putByte(chunk.pointer() + at, (byte) 0x41);
        String found = at < 8 && of.type() != ContextType.GENERATION
                ? "after it was freed"
                : "after it was freed: its byte " + at + " reads 0x41 in place of 0x7f";
        assertTold(manager::check, MemoryCorruptedException.class, chunk, found, " bytes");
        if (of.type() != ContextType.GENERATION) {
            assertTold(() -> of.tier().allocate(context, SIZE), MemoryCorruptedException.class, chunk, found, " bytes");
        }
        RawMemory.putByte(chunk.pointer() + at, before);
        of.tier().allocate(context, SIZE);
    }

    /** What a node of a list does when it is relinked after its death. */
    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aPointerStoredAfterFreeIsFound(Case of) {
        TierChunk chunk = freed(of);
        long live = of.tier()
                .allocate(MisuseCases.create(manager, of.type(), SIZE), SIZE)
                .pointer();
        long before = RawMemory.getLong(chunk.pointer());
        RawMemory.putLong(chunk.pointer(), live);
        assertTold(manager::check, MemoryCorruptedException.class, chunk, "after it was freed");
        if (of.type() != ContextType.GENERATION) {
            assertTold(
                    () -> of.tier().allocate(context, SIZE), MemoryCorruptedException.class, chunk, "next free chunk");
        }
        RawMemory.putLong(chunk.pointer(), before);
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void aWriteThroughTheOldPointerAfterReallocIsFound(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
        of.tier().allocate(context, SIZE);
        TierChunk old = of.tier().allocate(context, SIZE);
        TierChunk moved = old.resize(1000);
        assertThat(moved.pointer()).isNotEqualTo(old.pointer());
        RawMemory.putLong(old.pointer() + 16, 0);
        assertTold(manager::check, MemoryCorruptedException.class, old, "after it was freed: its byte 16 reads 0x00");
        RawMemory.putLong(old.pointer() + 16, 0x7F7F7F7F7F7F7F7FL);
        moved.free();
    }

    /** The list of free chunks itself: what it leads to is looked at before it is read. */
    @ParameterizedTest
    @EnumSource(
            value = ContextType.class,
            names = {"ALLOC_SET", "SLAB"})
    void aFreelistThatLeadsNowhereIsFoundAtTheNextAllocation(ContextType type) {
        DamageScene scene = new DamageScene(type);
        long place = type == ContextType.SLAB
                ? scene.block() + Slab.BLOCK_FREE_HEAD
                : scene.address() + AllocSet.FREELISTS + 3 * Long.BYTES;
        long before = RawMemory.getLong(place);
        for (long wild : new long[] {Damage.WILD, 8, -8, before + 4}) {
            RawMemory.putLong(place, wild);
            assertTold(
                    () -> scene.damaged.palloc(DamageScene.SMALL),
                    MemoryCorruptedException.class,
                    "0x" + Long.toHexString(wild + ChunkHeader.SIZE),
                    "\"top/damaged\"",
                    "no block",
                    "64 bytes");
        }
        RawMemory.putLong(place, before);
        assertThat(scene.damaged.palloc(DamageScene.SMALL)).isEqualTo(scene.lastFreed());
        scene.manager.check();
        scene.manager.close();
    }

    /** An allocation that fails so has changed nothing: a slab's empty block is still on its list. */
    @ParameterizedTest
    @EnumSource(Tier.class)
    void aWriteIntoAnEmptyBlockOfASlabLosesNothing(Tier tier) {
        context = MisuseCases.create(manager, ContextType.SLAB, SIZE);
        TierChunk chunk = tier.allocate(context, SIZE);
        chunk.free();
        RawMemory.putByte(chunk.pointer() + 20, (byte) 0x41);
        assertTold(() -> tier.allocate(context, SIZE), MemoryCorruptedException.class, chunk, "its byte 20");
        RawMemory.putByte(chunk.pointer() + 20, (byte) 0x7F);
        manager.check();
        assertThat(tier.allocate(context, SIZE).pointer()).isEqualTo(chunk.pointer());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSegmentIsDeadAfterItsManager(boolean shared) {
        MemoryManager own = shared ? MemoryManager.shared(Platform.get()) : TestManager.create();
        MemorySegment segment =
                own.createAllocSet(null, "set", BlockSizes.DEFAULT).allocate(SIZE);
        own.close();
        assertTold(() -> segment.get(ValueLayout.JAVA_BYTE, 0), IllegalStateException.class, "closed");
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aFreedChunkReadsWiped(Case of) {
        TierChunk chunk = freed(of);
        long link = of.type() == ContextType.GENERATION ? 0 : 8;
        assertWiped(chunk.pointer() + link, SIZE - link);
        if (of.tier() == Tier.SAFE) {
            // The segment lives until the next reset; what it shows is the wipe.
            assertThat(chunk.segment().get(ValueLayout.JAVA_BYTE, 50)).isEqualTo((byte) 0x7F);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#all")
    void aResetContextReadsWiped(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
        TierChunk chunk = of.tier().allocate(context, SIZE);
        RawMemory.fill(chunk.pointer(), SIZE, (byte) 0x33);
        context.reset();
        // A slab keeps no block: it is the cache's, which uses the first 16 bytes.
        assertWiped(chunk.pointer(), SIZE);
        if (of.tier() == Tier.SAFE) {
            assertTold(() -> chunk.segment().get(ValueLayout.JAVA_BYTE, 0), IllegalStateException.class, "closed");
        }
    }

    @Test
    void theWrongContextsResetShows() {
        context = MisuseCases.create(manager, ContextType.ALLOC_SET, SIZE);
        MemoryContext result = manager.createAllocSet(context, "result", BlockSizes.SMALL);
        long row = result.palloc(SIZE);
        RawMemory.fill(row, SIZE, (byte) 1);
        context.reset();
        assertThat(result.isDeleted()).isTrue();
        assertWiped(row, SIZE);
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void theOldPlaceOfAReallocatedChunkReadsWiped(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
        of.tier().allocate(context, SIZE);
        TierChunk old = of.tier().allocate(context, SIZE);
        RawMemory.fill(old.pointer(), SIZE, (byte) 0x33);
        TierChunk moved = old.resize(1000);
        assertWiped(old.pointer() + 8, SIZE - 8);
        assertThat(RawMemory.getByte(moved.pointer() + 99)).isEqualTo((byte) 0x33);
        RawMemory.fill(moved.pointer(), 1000, (byte) 0x44);
        // Within the chunk's room it stays, and what it lost reads wiped behind the sentinel.
        TierChunk shrunk = moved.resize(500);
        assertThat(shrunk.pointer()).isEqualTo(moved.pointer());
        assertThat(RawMemory.getByte(shrunk.pointer() + 500)).isEqualTo(CheckedChunk.SENTINEL);
        assertWiped(shrunk.pointer() + 501, 499);
        assertThat(RawMemory.getByte(shrunk.pointer() + 499)).isEqualTo((byte) 0x44);
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void theOldPlaceOfALargeReallocatedChunkReadsWiped(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
        TierChunk old = of.tier().allocate(context, 600_000);
        RawMemory.fill(old.pointer(), 600_000, (byte) 0x33);
        TierChunk moved = old.resize(700_000);
        assertThat(moved.pointer()).isNotEqualTo(old.pointer());
        assertThat(RawMemory.getByte(moved.pointer() + 599_999)).isEqualTo((byte) 0x33);
        assertWiped(old.pointer(), 600_000);
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aWriteBeforeTheStartOfAFreeChunkIsFound(Case of) {
        TierChunk chunk = freed(of);
        long mark = chunk.pointer() - ChunkHeader.SPACE;
        RawMemory.putLong(mark, SIZE);
        assertTold(manager::check, MemoryCorruptedException.class, chunk);
        if (of.type() != ContextType.GENERATION) {
            assertTold(
                    () -> of.tier().allocate(context, SIZE),
                    MemoryCorruptedException.class,
                    chunk,
                    "before its start after it was freed");
        }
        RawMemory.putLong(mark, CheckedChunk.FREE);
    }
}
