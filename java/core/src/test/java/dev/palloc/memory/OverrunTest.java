package dev.palloc.memory;

import static dev.palloc.memory.MisuseCases.assertTold;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.palloc.InvalidChunkException;
import dev.palloc.MemoryCorruptedException;
import dev.palloc.memory.MisuseCases.Case;
import dev.palloc.memory.Tier.TierChunk;
import dev.palloc.platform.RawMemory;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Writes past the end of a chunk and before its start, in checking mode. Each is undone, and all is well again. */
@Tag("checking")
class OverrunTest {
    private static final byte STRAY = 0x41;

    private final MemoryManager manager = TestManager.create();
    private MemoryContext context;

    @AfterEach
    void close() {
        manager.check();
        manager.close();
    }

    /** Around every boundary of the size classes, zero and the powers of two included, and around the large chunks. */
    static LongStream sizes() {
        LongStream classes = LongStream.rangeClosed(3, 13)
                .flatMap(bits -> LongStream.rangeClosed(-1, 1).map(delta -> (1L << bits) + delta));
        return LongStream.concat(
                classes, LongStream.of(0, 1, 24, 100, 100_000, 524_287, 524_288, 524_289, 1 << 20, 3_000_001));
    }

    static Stream<Arguments> casesAndSizes() {
        return MisuseCases.all()
                .flatMap(of -> sizes()
                        // A slab raises smaller ones; then it is asked for 8.
                        .filter(size -> of.type() != ContextType.SLAB || size >= 8)
                        .mapToObj(size -> Arguments.of(of, size)));
    }

    /** Between two others, and with its own bytes all written. */
    private TierChunk allocate(Case of, long size) {
        context = MisuseCases.create(manager, of.type(), size);
        of.tier().allocate(context, size);
        TierChunk chunk = of.tier().allocate(context, size);
        of.tier().allocate(context, size);
        TestManager.writePattern(chunk.pointer(), size, 3);
        assertThatCode(manager::check).doesNotThrowAnyException();
        return chunk;
    }

    private void free(TierChunk chunk) {
        if (chunk.context().type() != ContextType.BUMP) {
            chunk.free();
        }
    }

    private void assertFound(TierChunk chunk, Object... details) {
        assertTold(manager::check, MemoryCorruptedException.class, chunk, details);
        if (chunk.context().type() != ContextType.BUMP) {
            assertTold(chunk::free, MemoryCorruptedException.class, chunk, details);
            assertTold(() -> chunk.resize(chunk.size()), MemoryCorruptedException.class, chunk, details);
        }
    }

    @ParameterizedTest
    @MethodSource("casesAndSizes")
    void oneBytePastTheEndIsFound(Case of, long size) {
        TierChunk chunk = allocate(of, size);
        long end = chunk.pointer() + size;
        byte sentinel = RawMemory.getByte(end);
        RawMemory.putByte(end, STRAY);
        assertFound(chunk, "past its end", size + " bytes", "0x41 in place of 0x7e");
        RawMemory.putByte(end, sentinel);
        free(chunk);
    }

    @ParameterizedTest
    @MethodSource("casesAndSizes")
    void oneByteBeforeTheStartIsFound(Case of, long size) {
        TierChunk chunk = allocate(of, size);
        long word = TestManager.word(chunk.pointer());
        RawMemory.putByte(chunk.pointer() - 1, STRAY);
        assertFound(
                chunk, "chunk " + chunk.hex() + " has a header that cannot be", TestManager.hexWord(chunk.pointer()));
        RawMemory.putLong(chunk.pointer() - ChunkHeader.SIZE, word);
        free(chunk);
    }

    @ParameterizedTest
    @MethodSource("casesAndSizes")
    void nineBytesBeforeTheStartAreFound(Case of, long size) {
        TierChunk chunk = allocate(of, size);
        long place = chunk.pointer() - 9;
        byte before = RawMemory.getByte(place);
        RawMemory.putByte(place, STRAY);
        assertFound(chunk, "before its start");
        RawMemory.putByte(place, before);
        free(chunk);
    }

    @ParameterizedTest
    @EnumSource(Tier.class)
    void aWriteToAChunkOfNoBytesIsFound(Tier tier) {
        TierChunk chunk = allocate(new Case(ContextType.ALLOC_SET, tier), 0);
        RawMemory.putLong(chunk.pointer(), 0x4242424242424242L);
        assertFound(chunk, "past its end", "0 bytes", "0x42");
        RawMemory.putByte(chunk.pointer(), CheckedChunk.SENTINEL);
        chunk.free();
    }

    /** What one byte too many does to the next chunk's header: another allocator, and so another way to free it. */
    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void aHeaderWithOneBitFlippedIsFound(Case of) {
        TierChunk chunk = allocate(of, 64);
        long word = TestManager.word(chunk.pointer());
        for (int bit = 0; bit < 64; bit++) {
            RawMemory.putLong(chunk.pointer() - ChunkHeader.SIZE, word ^ 1L << bit);
            // With another size, it is what seems to follow that is no chunk.
            boolean isSize = bit >= 5 && bit <= 34;
            assertFound(chunk, isSize ? "" : TestManager.hexWord(chunk.pointer()));
            assertTold(() -> manager.chunkSpace(chunk.pointer()), MemoryCorruptedException.class, chunk);
            assertTold(() -> manager.chunkContext(chunk.pointer()), MemoryCorruptedException.class, chunk);
        }
        RawMemory.putLong(chunk.pointer() - ChunkHeader.SIZE, word);
        chunk.free();
    }

    @ParameterizedTest
    @MethodSource("dev.palloc.memory.MisuseCases#freeing")
    void anOverrunIntoTheNextHeaderNamesWhoDidIt(Case of) {
        context = MisuseCases.create(manager, of.type(), 48);
        TierChunk culprit = of.tier().allocate(context, 48);
        TierChunk victim = of.tier().allocate(context, 48);
        long end = culprit.pointer() + 48;
        long length = victim.pointer() - ChunkHeader.SIZE + 1 - end;
        byte[] before = new byte[(int) length];
        for (int i = 0; i < length; i++) {
            before[i] = RawMemory.getByte(end + i);
            RawMemory.putByte(end + i, (byte) 0x25);
        }
        assertTold(
                victim::free,
                MemoryCorruptedException.class,
                victim,
                "the one before it, chunk " + culprit.hex() + " of 48 bytes");
        assertTold(culprit::free, MemoryCorruptedException.class, culprit, "past its end");
        for (int i = 0; i < length; i++) {
            RawMemory.putByte(end + i, before[i]);
        }
        victim.free();
        culprit.free();
    }

    @ParameterizedTest
    @ValueSource(longs = {16, 64, 4096, 1 << 20})
    void anAlignedChunkHasItsOwnSentinelAndHeader(long alignment) {
        for (Case of : MisuseCases.growing().toList()) {
            context = MisuseCases.create(manager, of.type(), 0);
            TierChunk chunk = of.tier().allocateAligned(context, 100, alignment);
            TestManager.writePattern(chunk.pointer(), 100, 3);
            manager.check();
            long end = chunk.pointer() + 100;
            RawMemory.putByte(end, STRAY);
            assertFound(chunk, "past its end", "100 bytes", "aligned to " + alignment, "0x41 in place of 0x7e");
            RawMemory.putByte(end, CheckedChunk.SENTINEL);

            byte before = RawMemory.getByte(chunk.pointer() - 1);
            RawMemory.putByte(chunk.pointer() - 1, STRAY);
            assertTold(chunk::free, MemoryCorruptedException.class, chunk, "before the aligned pointer");
            assertTold(
                    manager::check, MemoryCorruptedException.class, context.toString(), "before the aligned pointer");
            RawMemory.putByte(chunk.pointer() - 1, before);

            long size = chunk.pointer() - ChunkHeader.SPACE;
            RawMemory.putLong(size, 99);
            assertFound(chunk, "before its start", "99 in place of 100");
            RawMemory.putLong(size, 100);
            TierChunk grown = chunk.resize(500);
            assertTold(chunk::free, InvalidChunkException.class, chunk.hex());
            grown.free();
            assertTold(grown::free, InvalidChunkException.class, grown.hex());
            context.delete();
        }
    }

    @Test
    void thePointerThatCarriesAnAlignedOneIsNobodys() {
        context = MisuseCases.create(manager, ContextType.ALLOC_SET, 0);
        TierChunk aligned = Tier.RAW.allocateAligned(context, 100, 64);
        long raw = aligned.pointer() - ChunkHeader.SIZE - ChunkHeader.blockOffset(TestManager.word(aligned.pointer()));
        assumeThat(raw).isNotEqualTo(aligned.pointer());
        assertTold(
                () -> manager.pfree(raw),
                InvalidChunkException.class,
                "0x" + Long.toHexString(raw),
                (aligned.pointer() - raw) + " bytes before the chunk " + aligned.hex(),
                "aligned to 64",
                context);
        manager.pfree(aligned.pointer());
    }
}
