package dev.palloc.memory;

import static dev.palloc.memory.ContextType.SLAB;
import static dev.palloc.memory.Damage.WILD;
import static dev.palloc.memory.Damage.block;
import static dev.palloc.memory.Damage.contents;
import static dev.palloc.memory.Damage.context;
import static dev.palloc.memory.Damage.structure;
import static dev.palloc.memory.DamageScene.header;
import static dev.palloc.platform.RawMemory.getInt;

import java.util.stream.Stream;

/** What a Slab context has. */
final class SlabDamages {
    private static final ContextType T = SLAB;
    private static final Damage.Place NODE = block(Slab.BLOCK_NODE);
    private static final Damage.Place NEXT = block(Slab.BLOCK_NODE + 8);
    private static final Damage.Place FREE_HEAD = block(Slab.BLOCK_FREE_HEAD);
    private static final Damage.Place UNUSED = block(Slab.BLOCK_UNUSED);

    private SlabDamages() {}

    static Stream<Damage> all() {
        return Stream.of(
                        parameters(),
                        blocks(),
                        counts(),
                        freelists(),
                        Damages.chunks(T),
                        Damages.marks(T),
                        freeChunks())
                .flatMap(damages -> damages);
    }

    private static Stream<Damage> parameters() {
        return Stream.of(
                structure("chunk size", T, "chunk size reads 0", context(Slab.CHUNK_SIZE), 4, (s, v) -> 0),
                structure("stride", T, "chunk stride reads", context(Slab.STRIDE), 4, (s, v) -> v + 8),
                structure("no stride", T, "chunk stride reads 0", context(Slab.STRIDE), 4, (s, v) -> 0),
                structure("block size", T, "block size reads 8", context(Slab.BLOCK_SIZE), 4, (s, v) -> 8),
                structure("chunks", T, "chunks in a block reads", context(Slab.CHUNKS_PER_BLOCK), 4, (s, v) -> v + 1),
                structure("shift", T, "shift to lists reads", context(Slab.LIST_SHIFT), 4, (s, v) -> v + 1),
                structure("list", T, "list to take from reads 3", context(Slab.CURRENT_LIST), 4, (s, v) -> 3),
                contents("no list", T, "take chunks from list 0", context(Slab.CURRENT_LIST), 4, (s, v) -> 0),
                contents("empty list", T, "take chunks from list", context(Slab.CURRENT_LIST), 4, (s, v) -> 3 - v),
                contents("empty blocks", T, "number of empty blocks", context(Slab.EMPTY_COUNT), 4, (s, v) -> v + 1));
    }

    private static Stream<Damage> blocks() {
        return Stream.of(
                structure("full blocks", T, "no block of it", context(Slab.BLOCK_LISTS + 8), 8, (s, v) -> v + 8),
                structure(
                        "no full blocks",
                        T,
                        "and back to",
                        context(Slab.BLOCK_LISTS + 8),
                        8,
                        (s, v) -> s.address() + Slab.BLOCK_LISTS),
                structure("wild empty", T, "no block of it", context(Slab.EMPTY_BLOCKS + 8), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure("last empty", T, "and back to", context(Slab.EMPTY_BLOCKS), 8, (s, v) -> v + 8),
                structure("previous block", T, "and back to", NODE, 8, (s, v) -> v + 8),
                structure("next block", T, "no block of it", NEXT, 8, (s, v) -> v + 8),
                structure("circle of blocks", T, "and back to", NEXT, 8, (s, v) -> s.block() + Slab.BLOCK_NODE),
                structure("wild next block", T, "no block of it", NEXT, 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure("owner", T, "as its owner", block(Slab.BLOCK_OWNER), 8, (s, v) -> v + 64));
    }

    private static Stream<Damage> counts() {
        return Stream.of(
                contents("free", T, "chunks on the freelist", block(Slab.BLOCK_FREE_COUNT), 4, (s, v) -> v + 1),
                contents("too many free", T, "unused chunks of", block(Slab.BLOCK_FREE_COUNT), 4, (s, v) -> 1000),
                contents("none free", T, "counts 0 free and", block(Slab.BLOCK_FREE_COUNT), 4, (s, v) -> 0),
                contents(
                        "one free in a full block",
                        T,
                        "on list 0 in place of list 1",
                        SlabDamages::fullBlock,
                        4,
                        (s, v) -> 1),
                contents(
                        "all free",
                        T,
                        "the list of empty blocks",
                        block(Slab.BLOCK_FREE_COUNT),
                        4,
                        (s, v) -> getInt(s.address() + Slab.CHUNKS_PER_BLOCK)),
                contents("unused", T, "first unused chunk at", block(Slab.BLOCK_UNUSED_COUNT), 4, (s, v) -> v - 1),
                contents("negative unused", T, "unused chunks of", block(Slab.BLOCK_UNUSED_COUNT), 4, (s, v) -> -1),
                contents("first unused", T, "first unused chunk at", UNUSED, 8, (s, v) -> v - 8),
                structure("wild unused", T, "which cannot be", UNUSED, 8, (s, v) -> WILD),
                structure("misaligned unused", T, "which cannot be", UNUSED, 8, (s, v) -> v + 1));
    }

    /** Where the first full block counts its free chunks. */
    private static long fullBlock(DamageScene scene) {
        return DoublyLinkedList.first(Slab.listHead(scene.address(), 0)) - Slab.BLOCK_NODE + Slab.BLOCK_FREE_COUNT;
    }

    private static Stream<Damage> freelists() {
        return Stream.of(
                contents("misaligned freelist", T, "leads from its head", FREE_HEAD, 8, (s, v) -> v + 4),
                contents(
                        "freelist to the unused",
                        T,
                        "leads from its head",
                        FREE_HEAD,
                        8,
                        (s, v) -> BlockLayout.SLAB.free(s.block()) + Checking.PREFIX),
                contents("freelist to the block", T, "leads from its head", FREE_HEAD, 8, (s, v) -> s.block()),
                contents("wild freelist", T, "leads from its head", FREE_HEAD, 8, (s, v) -> WILD),
                contents("lost freelist", T, "chunks on the freelist reads", FREE_HEAD, 8, (s, v) -> 0),
                contents("circle", T, "twice", s -> s.freed.get(0), 8, (s, v) -> header(s.lastFreed())),
                contents(
                        "misaligned link", T, "written after it was freed", DamageScene::lastFreed, 8, (s, v) -> v | 1),
                contents("wild link", T, "written after it was freed", DamageScene::lastFreed, 8, (s, v) -> WILD),
                contents(
                        "header of a free chunk",
                        T,
                        "has a header that cannot be",
                        s -> header(s.lastFreed()),
                        8,
                        (s, v) -> 5));
    }

    private static Stream<Damage> freeChunks() {
        return Stream.of(
                        contents("lost chunk", T, "is on no freelist", FREE_HEAD, 8, (s, v) -> 0),
                        contents("live mark", T, "yet on the freelist", s -> s.lastFreed() - 16, 8, (s, v) -> 60),
                        contents("free mark", T, "is on no freelist", s -> s.live.get(1) - 16, 8, (s, v) -> -1),
                        contents("wipe", T, "its byte 8 reads 0x00", s -> s.lastFreed() + 8, 1, (s, v) -> 0),
                        contents("last wipe", T, "its byte 63 reads 0x00", s -> s.lastFreed() + 63, 1, (s, v) -> 0))
                .map(Damage::forCheckingMode);
    }
}
