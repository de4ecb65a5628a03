package dev.palloc.memory;

import static dev.palloc.memory.ContextType.ALLOC_SET;
import static dev.palloc.memory.Damage.WILD;
import static dev.palloc.memory.Damage.block;
import static dev.palloc.memory.Damage.contents;
import static dev.palloc.memory.Damage.context;
import static dev.palloc.memory.Damage.structure;
import static dev.palloc.memory.DamageScene.header;

import java.util.stream.Stream;

/** What an AllocSet has. */
final class AllocSetDamages {
    private static final ContextType T = ALLOC_SET;

    /** The freelist of the small chunks, and another, which is empty. */
    private static final Damage.Place LIST = context(AllocSet.FREELISTS + 3 * Long.BYTES);

    private static final Damage.Place OTHER_LIST = context(AllocSet.FREELISTS);

    private AllocSetDamages() {}

    static Stream<Damage> all() {
        return Stream.of(
                        parameters(),
                        blocks(),
                        Damages.ends(T, AllocSet.BLOCK_FREE, AllocSet.BLOCK_END),
                        Damages.chunks(T),
                        freelists(),
                        Damages.marks(T),
                        freeChunks())
                .flatMap(damages -> damages);
    }

    private static Stream<Damage> parameters() {
        return Stream.of(
                structure(
                        "recycled list",
                        T,
                        "recycled contexts reads 2",
                        context(AllocSet.FREE_LIST_INDEX),
                        4,
                        (s, v) -> 2),
                contents(
                        "first block size", T, "block sizes read 0", context(AllocSet.INIT_BLOCK_SIZE), 4, (s, v) -> 0),
                contents("next block size", T, "block sizes", context(AllocSet.NEXT_BLOCK_SIZE), 4, (s, v) -> -v),
                contents("largest block size", T, "and 0 at most", context(AllocSet.MAX_BLOCK_SIZE), 4, (s, v) -> 0),
                contents("chunk limit", T, "chunk limit reads 8000", context(AllocSet.CHUNK_LIMIT), 4, (s, v) -> 8000));
    }

    private static Stream<Damage> blocks() {
        return Stream.of(
                structure("no blocks", T, "is not on its list", context(AllocSet.BLOCKS), 8, (s, v) -> 0),
                structure("head of blocks", T, "no block of it", context(AllocSet.BLOCKS), 8, (s, v) -> v + 8),
                structure("wild head", T, "no block of it", context(AllocSet.BLOCKS), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure(
                                "head is the context",
                                T,
                                "no block of it",
                                context(AllocSet.BLOCKS),
                                8,
                                (s, v) -> s.address())
                        .forCheckingMode(),
                structure("owner", T, "as its owner", block(AllocSet.BLOCK_OWNER), 8, (s, v) -> v + 64),
                structure("previous block", T, "and back to", block(AllocSet.BLOCK_PREV), 8, (s, v) -> 64),
                structure("circle of blocks", T, "and back to", block(AllocSet.BLOCK_NEXT), 8, (s, v) -> s.block()),
                structure("cut list of blocks", T, "is not on its list", block(AllocSet.BLOCK_NEXT), 8, (s, v) -> 0),
                structure("wild next block", T, "no block of it", block(AllocSet.BLOCK_NEXT), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                contents(
                        "free too low",
                        T,
                        "has a header that cannot be",
                        block(AllocSet.BLOCK_FREE),
                        8,
                        (s, v) -> v - 8),
                contents("magic", T, "magic damaged", s -> header(s.large), 8, (s, v) -> v ^ 1L << 50));
    }

    private static Stream<Damage> freelists() {
        return Stream.of(
                contents("misaligned freelist", T, "(64 bytes) leads from its head", LIST, 8, (s, v) -> v + 4),
                contents("freelist to a block", T, "(64 bytes) leads from its head", LIST, 8, (s, v) -> s.block()),
                contents(
                        "freelist to the end",
                        T,
                        "(64 bytes) leads from its head",
                        LIST,
                        8,
                        (s, v) -> BlockLayout.ALLOC_SET.free(s.block()) - 40),
                contents("freelist of live chunks", T, "leads from chunk", LIST, 8, (s, v) -> header(s.live.get(0))),
                contents("another size", T, "whose header reads", OTHER_LIST, 8, (s, v) -> header(s.lastFreed())),
                contents(
                        "two freelists",
                        T,
                        "is on its freelists twice",
                        OTHER_LIST,
                        8,
                        (s, v) -> header(s.lastFreed())),
                contents(
                        "circle of one",
                        T,
                        "again and again",
                        DamageScene::lastFreed,
                        8,
                        (s, v) -> header(s.lastFreed())),
                contents("circle", T, "again and again", s -> s.freed.get(0), 8, (s, v) -> header(s.lastFreed())),
                contents(
                        "misaligned link",
                        T,
                        "was written after it was freed",
                        DamageScene::lastFreed,
                        8,
                        (s, v) -> v | 1),
                contents("no chunk", T, "where no chunk begins", DamageScene::lastFreed, 8, (s, v) -> v + 16),
                contents("wild freelist", T, "leads from its head", LIST, 8, (s, v) -> WILD),
                contents("wild link", T, "was written after it was freed", DamageScene::lastFreed, 8, (s, v) -> WILD),
                contents("header of a free chunk", T, "header", s -> header(s.lastFreed()), 8, (s, v) -> v ^ 1L << 40));
    }

    private static Stream<Damage> freeChunks() {
        return Stream.of(
                        contents("lost freelist", T, "is on no freelist", LIST, 8, (s, v) -> 0),
                        contents("cut freelist", T, "is on no freelist", DamageScene::lastFreed, 8, (s, v) -> 0),
                        contents("live mark", T, "yet on a freelist", s -> s.lastFreed() - 16, 8, (s, v) -> 60),
                        contents("free mark", T, "is on no freelist", s -> s.live.get(1) - 16, 8, (s, v) -> -1),
                        contents("wipe", T, "its byte 40 reads 0x00", s -> s.lastFreed() + 40, 1, (s, v) -> 0),
                        contents("last wipe", T, "its byte 63 reads 0x00", s -> s.lastFreed() + 63, 1, (s, v) -> 0))
                .map(Damage::forCheckingMode);
    }
}
