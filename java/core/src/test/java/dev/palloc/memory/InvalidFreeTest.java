package dev.palloc.memory;

import static dev.palloc.memory.MisuseCases.assertTold;

import dev.palloc.InvalidChunkException;
import dev.palloc.MemoryExhaustedException;
import dev.palloc.memory.MisuseCases.Case;
import dev.palloc.memory.Tier.TierChunk;
import dev.palloc.platform.Platform;
import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pointers that are no live chunks, in checking mode: each is refused with its name, and nothing has changed. */
@Tag("checking")
class InvalidFreeTest {
    private static final long SIZE = 60;

    /** What a chunk for them has, by every type's rounding and with the sentinel. */
    private static final String ROOM = "64 bytes";

    private final MemoryManager manager = TestManager.create();
    private MemoryContext context;

    /** After every misuse all contexts are whole; closing looks as well. */
    @AfterEach
    void close() {
        manager.check();
        manager.close();
    }

    private TierChunk allocate(Case of) {
        return of.tier().allocate(context, SIZE);
    }

    private void create(Case of) {
        context = MisuseCases.create(manager, of.type(), SIZE);
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aSecondFreeIsFound(Case of) {
        create(of);
        TierChunk neighbour = allocate(of);
        TierChunk chunk = allocate(of);
        chunk.free();
        assertTold(chunk::free, InvalidChunkException.class, chunk, "double free", ROOM);
        neighbour.free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aSecondFreeOfTheOnlyChunkIsFound(Case of) {
        create(of);
        TierChunk chunk = allocate(of);
        chunk.free();
        assertTold(
                chunk::free,
                InvalidChunkException.class,
                chunk,
                // A generation's empty block forgets its chunks.
                of.type() == ContextType.GENERATION ? "behind the last chunk" : "double free");
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aMuchLaterSecondFreeIsFound(Case of) {
        create(of);
        List<TierChunk> chunks = List.of(allocate(of), allocate(of), allocate(of), allocate(of));
        MemoryContext other = manager.createAllocSet(null, "other", BlockSizes.DEFAULT);
        for (int i = 0; i < 3; i++) {
            chunks.get(i).free();
            for (int size = 0; size < 300; size++) {
                manager.pfree(other.palloc(size));
            }
        }
        for (int i = 0; i < 3; i++) {
            assertTold(chunks.get(i)::free, InvalidChunkException.class, chunks.get(i), "double free");
        }
        chunks.get(3).free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aSecondFreeWithAnotherInBetweenIsFound(Case of) {
        create(of);
        TierChunk keeps = allocate(of);
        TierChunk first = allocate(of);
        TierChunk second = allocate(of);
        first.free();
        second.free();
        assertTold(first::free, InvalidChunkException.class, first, "double free");
        assertTold(second::free, InvalidChunkException.class, second, "double free");
        keeps.free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void aSecondFreeOfALargeChunkIsFound(Case of) {
        create(of);
        // A generation keeps the first empty block as its spare; the second goes.
        of.tier().allocate(context, 600_000).free();
        TierChunk chunk = of.tier().allocate(context, 700_000);
        chunk.free();
        assertTold(chunk::free, InvalidChunkException.class, chunk.hex(), "no block");
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aFreeAfterResetIsFound(Case of) {
        create(of);
        TierChunk chunk = allocate(of);
        context.reset();
        Class<? extends Throwable> type =
                of.tier() == Tier.SAFE ? IllegalStateException.class : InvalidChunkException.class;
        assertTold(chunk::free, type, chunk.hex());
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aFreeAfterDeleteIsFound(Case of) {
        create(of);
        TierChunk chunk = allocate(of);
        context.delete();
        if (of.tier() == Tier.RAW) {
            // A deleted AllocSet is kept for the next one, and so is its block.
            assertTold(
                    chunk::free,
                    InvalidChunkException.class,
                    chunk.hex(),
                    of.type() == ContextType.ALLOC_SET ? "its context was deleted already" : "no block");
        } else {
            assertTold(chunk::free, IllegalStateException.class, "\"misused\"", "deleted");
        }
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aPointerIntoAChunkIsFoundAndTheChunkNamed(Case of) {
        create(of);
        TierChunk chunk = allocate(of);
        RawMemory.fill(chunk.pointer(), SIZE, (byte) 0x13);
        for (long distance = 8; distance < SIZE; distance += 8) {
            TierChunk inner = inner(chunk, distance);
            assertTold(
                    inner::free,
                    InvalidChunkException.class,
                    inner,
                    distance + " bytes into",
                    chunk.hex(),
                    SIZE + " bytes");
        }
        chunk.free();
        if (of.type() != ContextType.GENERATION) {
            TierChunk inner = inner(chunk, 8);
            assertTold(inner::free, InvalidChunkException.class, inner, "8 bytes into", chunk.hex(), "freed already");
        }
    }

    private static TierChunk inner(TierChunk chunk, long distance) {
        return chunk.segment() == null
                ? new TierChunk(chunk.context(), chunk.pointer() + distance, 0, null)
                : TierChunk.of(chunk.context(), chunk.segment().asSlice(distance));
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aMisalignedPointerIsFound(Case of) {
        create(of);
        TierChunk chunk = allocate(of);
        for (long distance = 1; distance < 8; distance++) {
            TierChunk inner = inner(chunk, distance);
            assertTold(inner::free, IllegalArgumentException.class, inner.hex(), "multiples of 8");
        }
        chunk.free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aSliceFromTheStartIsNotTheWhole(Case of) {
        create(of);
        if (of.tier() == Tier.SAFE && of.type() != ContextType.SLAB) {
            TierChunk chunk = allocate(of);
            TierChunk slice = TierChunk.of(context, chunk.segment().asSlice(0, 50));
            assertTold(slice::free, InvalidChunkException.class, chunk, "50 bytes", SIZE + ": it is a slice");
            chunk.free();
        }
    }

    @Test
    void aFarPointerIsFoundWithoutLookingThere() {
        for (long pointer : new long[] {8, 4096, 0x7000_0000_0000L, Long.MAX_VALUE - 7}) {
            String hex = "0x" + Long.toHexString(pointer);
            assertTold(() -> manager.pfree(pointer), InvalidChunkException.class, hex, "no block");
            assertTold(() -> manager.repalloc(pointer, 8), InvalidChunkException.class, hex, "repalloc");
            assertTold(() -> manager.chunkSpace(pointer), InvalidChunkException.class, hex, "chunkSpace");
            assertTold(() -> manager.chunkContext(pointer), InvalidChunkException.class, hex, "chunkContext");
        }
    }

    @Test
    void memoryOfOthersIsFoundHoweverMuchItLooksLikeAChunk() {
        context = MisuseCases.create(manager, ContextType.ALLOC_SET, SIZE);
        try (Arena arena = Arena.ofConfined();
                MemoryManager another = TestManager.create()) {
            MemorySegment foreign = arena.allocate(200, 8);
            long pointer = foreign.address() + 104;
            RawMemory.putLong(pointer - 16, 40);
            RawMemory.putLong(pointer - 8, ChunkHeader.encode(96, 3, MethodId.ALLOC_SET_ID));
            RawMemory.putByte(pointer + 40, (byte) 0x7E);
            long elsewhere = another.createAllocSet(null, "elsewhere", BlockSizes.DEFAULT)
                    .palloc(SIZE);
            for (long each : new long[] {pointer, elsewhere}) {
                assertTold(
                        () -> manager.pfree(each),
                        InvalidChunkException.class,
                        "0x" + Long.toHexString(each),
                        "foreign");
            }
            assertTold(() -> context.free(foreign), IllegalArgumentException.class, "0x", context, "200 bytes");
            another.pfree(elsewhere);
        }
    }

    @Test
    void aSegmentOfAnotherContextIsRefused() {
        context = MisuseCases.create(manager, ContextType.ALLOC_SET, SIZE);
        MemoryContext other = manager.createGeneration(null, "other", BlockSizes.DEFAULT);
        MemorySegment segment = other.allocate(SIZE);
        context.allocate(1);
        assertTold(() -> context.free(segment), IllegalArgumentException.class, "0x", context, SIZE + " bytes");
        other.free(segment);
    }

    /** There all segments have one lifetime; the chunk's header tells the context. */
    @Test
    void aSegmentOfAnotherContextOfASharedManagerIsRefused() {
        try (MemoryManager shared = MemoryManager.shared(Platform.get())) {
            MemoryContext one = shared.createAllocSet(null, "one", BlockSizes.DEFAULT);
            MemoryContext other = shared.createGeneration(null, "other", BlockSizes.DEFAULT);
            MemorySegment segment = other.allocate(SIZE);
            one.allocate(1);
            assertTold(
                    () -> one.free(segment),
                    IllegalArgumentException.class,
                    "0x",
                    "\"one\"",
                    "\"other\"",
                    SIZE + " bytes");
            other.free(segment);
        }
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aChunkOfABumpContextCannotBeFreed(Tier tier) {
        context = MisuseCases.create(manager, ContextType.BUMP, SIZE);
        TierChunk chunk = tier.allocate(context, SIZE);
        TierChunk aligned = tier.allocateAligned(context, SIZE, 64);
        for (TierChunk each : List.of(chunk, aligned)) {
            if (tier == Tier.RAW) {
                assertTold(each::free, InvalidChunkException.class, each, SIZE + " bytes", "bump", "reset or delete");
            } else {
                assertTold(each::free, UnsupportedOperationException.class, context.toString(), "bump");
            }
        }
    }

    @Test
    void everyOperationOnABumpChunkIsRefused() {
        context = MisuseCases.create(manager, ContextType.BUMP, SIZE);
        TierChunk chunk = Tier.RAW.allocate(context, SIZE);
        assertTold(() -> manager.repalloc(chunk.pointer(), 8), InvalidChunkException.class, chunk, "bump", "repalloc");
        assertTold(() -> manager.chunkSpace(chunk.pointer()), InvalidChunkException.class, chunk, "bump", "chunkSpace");
        assertTold(
                () -> manager.chunkContext(chunk.pointer()),
                InvalidChunkException.class,
                chunk,
                "bump",
                "chunkContext");
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void theOldPointerIsDeadAfterItsChunkMoved(Case of) {
        create(of);
        allocate(of);
        TierChunk old = allocate(of);
        TierChunk moved = old.resize(200);
        assertTold(old::free, InvalidChunkException.class, old, "double free");
        assertTold(() -> old.resize(10), InvalidChunkException.class, old, "double free");
        moved.free();
        assertTold(() -> moved.resize(10), InvalidChunkException.class, moved.hex());
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#growing")
    void theOldPointerIsDeadAfterALargeChunkMoved(Case of) {
        create(of);
        of.tier().allocate(context, 600_000).free();
        TierChunk old = of.tier().allocate(context, 700_000);
        TierChunk moved = old.resize(800_000);
        assertTold(old::free, InvalidChunkException.class, old.hex(), "no block");
        moved.free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#all")
    void anImpossibleSizeIsRefused(Case of) {
        create(of);
        Class<? extends Throwable> type = of.type() == ContextType.SLAB || of.tier() == Tier.RAW
                ? IllegalArgumentException.class
                : MemoryExhaustedException.class;
        for (long size : new long[] {Long.MAX_VALUE, 1L << 60}) {
            assertTold(() -> of.tier().allocate(context, size), type, Long.toString(size));
        }
        assertTold(() -> of.tier().allocate(context, -1), IllegalArgumentException.class, "-1");
    }
}
