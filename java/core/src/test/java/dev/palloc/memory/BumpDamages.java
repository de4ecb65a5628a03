package dev.palloc.memory;

import static dev.palloc.memory.ContextType.BUMP;
import static dev.palloc.memory.Damage.WILD;
import static dev.palloc.memory.Damage.block;
import static dev.palloc.memory.Damage.contents;
import static dev.palloc.memory.Damage.context;
import static dev.palloc.memory.Damage.structure;
import static dev.palloc.memory.DamageScene.header;

import java.util.stream.Stream;

/** What a Bump context has. Its chunks have headers in checking mode alone. */
final class BumpDamages {
    private static final ContextType T = BUMP;

    private BumpDamages() {}

    static Stream<Damage> all() {
        return Stream.of(
                        parameters(),
                        blocks(),
                        Damages.ends(T, Bump.BLOCK_FREE, Bump.BLOCK_END),
                        Damages.chunks(T).map(Damage::forCheckingMode),
                        Damages.marks(T),
                        chunks())
                .flatMap(damages -> damages);
    }

    private static Stream<Damage> parameters() {
        return Stream.of(
                contents("first block size", T, "block sizes read 0", context(Bump.INIT_BLOCK_SIZE), 4, (s, v) -> 0),
                contents("next block size", T, "block sizes", context(Bump.NEXT_BLOCK_SIZE), 4, (s, v) -> -v),
                contents("largest block size", T, "and 0 at most", context(Bump.MAX_BLOCK_SIZE), 4, (s, v) -> 0),
                contents("chunk limit", T, "chunk limit reads 7", context(Bump.CHUNK_LIMIT), 4, (s, v) -> 7));
    }

    private static Stream<Damage> blocks() {
        return Stream.of(
                structure("first block", T, "no block of it", context(Bump.BLOCKS + 8), 8, (s, v) -> v + 8),
                structure("last block", T, "and back to", context(Bump.BLOCKS), 8, (s, v) -> v + 8),
                structure("previous block", T, "and back to", block(0), 8, (s, v) -> v + 8),
                structure("next block", T, "no block of it", block(8), 8, (s, v) -> v + 8),
                structure("circle of blocks", T, "and back to", block(8), 8, (s, v) -> s.block()),
                structure("cut list of blocks", T, "and back to", block(8), 8, (s, v) -> s.address() + Bump.BLOCKS),
                structure("wild next block", T, "no block of it", block(8), 8, (s, v) -> WILD)
                        .forCheckingMode());
    }

    private static Stream<Damage> chunks() {
        return Stream.of(
                        contents(
                                "free too low",
                                T,
                                "has a header that cannot be",
                                block(Bump.BLOCK_FREE),
                                8,
                                (s, v) -> v - 8),
                        contents("magic", T, "magic damaged", s -> header(s.large), 8, (s, v) -> v ^ 1L << 50),
                        contents("free mark", T, "before its start", s -> s.live.get(1) - 16, 8, (s, v) -> -1))
                .map(Damage::forCheckingMode);
    }
}
