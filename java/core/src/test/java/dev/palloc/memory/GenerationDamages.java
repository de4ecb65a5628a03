package dev.palloc.memory;

import static dev.palloc.memory.ContextType.GENERATION;
import static dev.palloc.memory.Damage.WILD;
import static dev.palloc.memory.Damage.block;
import static dev.palloc.memory.Damage.contents;
import static dev.palloc.memory.Damage.context;
import static dev.palloc.memory.Damage.structure;
import static dev.palloc.memory.DamageScene.header;
import static dev.palloc.platform.RawMemory.getInt;
import static dev.palloc.platform.RawMemory.getLong;

import java.util.stream.Stream;

/** What a Generation context has. */
final class GenerationDamages {
    private static final ContextType T = GENERATION;
    private static final Damage.Place SPARE = context(Generation.SPARE);

    private GenerationDamages() {}

    static Stream<Damage> all() {
        return Stream.of(
                        parameters(),
                        blocks(),
                        Damages.ends(T, Generation.BLOCK_FREE, Generation.BLOCK_END),
                        counts(),
                        Damages.chunks(T),
                        Damages.marks(T),
                        freeChunks())
                .flatMap(damages -> damages);
    }

    private static Stream<Damage> parameters() {
        return Stream.of(
                contents(
                        "first block size",
                        T,
                        "block sizes read 0",
                        context(Generation.INIT_BLOCK_SIZE),
                        4,
                        (s, v) -> 0),
                contents("next block size", T, "block sizes", context(Generation.NEXT_BLOCK_SIZE), 4, (s, v) -> -v),
                contents("largest block size", T, "and 0 at most", context(Generation.MAX_BLOCK_SIZE), 4, (s, v) -> 0),
                contents("chunk limit", T, "chunk limit reads 7", context(Generation.CHUNK_LIMIT), 4, (s, v) -> 7));
    }

    private static Stream<Damage> blocks() {
        return Stream.of(
                structure("first block", T, "no block of it", context(Generation.BLOCKS + 8), 8, (s, v) -> v + 8),
                structure("last block", T, "and back to", context(Generation.BLOCKS), 8, (s, v) -> v + 8),
                structure(
                        "no blocks",
                        T,
                        "and back to",
                        context(Generation.BLOCKS + 8),
                        8,
                        (s, v) -> s.address() + Generation.BLOCKS),
                structure("previous block", T, "and back to", block(0), 8, (s, v) -> v + 8),
                structure("next block", T, "no block of it", block(8), 8, (s, v) -> v + 8),
                structure("circle of blocks", T, "and back to", block(8), 8, (s, v) -> s.block()),
                structure(
                        "cut list of blocks", T, "and back to", block(8), 8, (s, v) -> s.address() + Generation.BLOCKS),
                structure("wild next block", T, "no block of it", block(8), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure("owner", T, "as its owner", block(Generation.BLOCK_OWNER), 8, (s, v) -> v + 64),
                structure("size", T, "bytes and says", block(Generation.BLOCK_SIZE), 8, (s, v) -> v - 8),
                structure("current", T, "the block it carves reads", context(Generation.CURRENT), 8, (s, v) -> v + 8),
                structure("no current", T, "the block it carves reads", context(Generation.CURRENT), 8, (s, v) -> 0),
                structure("spare", T, "its spare block reads", SPARE, 8, (s, v) -> v + 8),
                structure("wild spare", T, "its spare block reads", SPARE, 8, (s, v) -> WILD),
                contents(
                        "spare is in use",
                        T,
                        "is not empty",
                        SPARE,
                        8,
                        (s, v) -> getLong(s.address() + Generation.CURRENT)),
                contents(
                        "spare is current",
                        T,
                        "the one it carves",
                        context(Generation.CURRENT),
                        8,
                        (s, v) -> getLong(s.address() + Generation.SPARE)),
                contents("spare is the keeper", T, "is its first block", SPARE, 8, (s, v) -> s.keeper()),
                contents(
                        "free too low",
                        T,
                        "has a header that cannot be",
                        block(Generation.BLOCK_FREE),
                        8,
                        (s, v) -> v - 8),
                contents("magic", T, "magic damaged", s -> header(s.large), 8, (s, v) -> v ^ 1L << 50));
    }

    private static Stream<Damage> counts() {
        return Stream.of(
                contents("chunks", T, "number of chunks reads", block(Generation.BLOCK_CHUNKS), 4, (s, v) -> v + 1),
                contents("negative freed", T, "freed chunks reads -1", block(Generation.BLOCK_FREED), 4, (s, v) -> -1),
                contents(
                        "all freed",
                        T,
                        "without live chunks",
                        block(Generation.BLOCK_FREED),
                        4,
                        (s, v) -> getInt(s.block() + Generation.BLOCK_CHUNKS)));
    }

    private static Stream<Damage> freeChunks() {
        return Stream.of(
                        contents("freed", T, "freed chunks reads", block(Generation.BLOCK_FREED), 4, (s, v) -> v + 1),
                        contents("live mark", T, "freed chunks reads", s -> s.lastFreed() - 16, 8, (s, v) -> 60),
                        contents("free mark", T, "freed chunks reads", s -> s.live.get(1) - 16, 8, (s, v) -> -1),
                        contents("first wipe", T, "its byte 0 reads 0x00", DamageScene::lastFreed, 1, (s, v) -> 0),
                        contents("last wipe", T, "its byte 63 reads 0x00", s -> s.lastFreed() + 63, 1, (s, v) -> 0))
                .map(Damage::forCheckingMode);
    }
}
