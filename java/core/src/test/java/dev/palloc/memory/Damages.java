package dev.palloc.memory;

import static dev.palloc.memory.Damage.WILD;
import static dev.palloc.memory.Damage.block;
import static dev.palloc.memory.Damage.contents;
import static dev.palloc.memory.Damage.context;
import static dev.palloc.memory.Damage.structure;
import static dev.palloc.memory.DamageScene.header;

import java.util.Arrays;
import java.util.stream.Stream;

/** Every invariant of every type of context, broken one by one. */
final class Damages {
    private Damages() {}

    /** What this mode can find. */
    static Stream<Damage> all() {
        return Stream.of(
                        Arrays.stream(ContextType.values()).flatMap(Damages::common),
                        AllocSetDamages.all(),
                        GenerationDamages.all(),
                        SlabDamages.all(),
                        BumpDamages.all())
                .flatMap(damages -> damages)
                .filter(damage -> Checking.ENABLED || !damage.isForCheckingMode());
    }

    static Stream<Damage> structural() {
        return all().filter(Damage::isStructural);
    }

    static Stream<Damage> ofContents() {
        return all().filter(damage -> !damage.isStructural());
    }

    /** What all types have: header and links of the tree. */
    private static Stream<Damage> common(ContextType t) {
        return Stream.of(
                structure("type tag", t, "type tag reads 0", context(ContextLayout.TAG), 4, (s, v) -> 0),
                structure("method id", t, "method id reads", context(ContextLayout.METHOD), 4, (s, v) -> v ^ 8),
                structure("another's handle", t, "handle reads 0", context(ContextLayout.HANDLE), 4, (s, v) -> 0),
                structure("nobody's handle", t, "handle reads -5", context(ContextLayout.HANDLE), 4, (s, v) -> -5),
                structure("isReset", t, "isReset flag reads 2", context(ContextLayout.IS_RESET), 1, (s, v) -> 2),
                structure("isReset set", t, "nothing was allocated", context(ContextLayout.IS_RESET), 1, (s, v) -> 1),
                contents("hooks", t, "hooks read 4", context(ContextLayout.HOOKS), 1, (s, v) -> 4),
                contents("hook of callbacks", t, "hooks read 2", context(ContextLayout.HOOKS), 1, (s, v) -> 2),
                contents("account", t, "account of bytes", context(ContextLayout.MEM_ALLOCATED), 8, (s, v) -> v + 8),
                structure("parent", t, "its parent reads", context(ContextLayout.PARENT), 8, (s, v) -> v + 8),
                structure("no parent", t, "has no parent", context(ContextLayout.PARENT), 8, (s, v) -> 0),
                structure(
                        "parent is the child",
                        t,
                        "the parent of its previous sibling",
                        context(ContextLayout.PARENT),
                        8,
                        (s, v) -> s.child.liveAddress("test")),
                structure("previous", t, "previous sibling reads", context(ContextLayout.PREV_CHILD), 8, (s, v) -> 4),
                structure("no previous", t, "first child of its", context(ContextLayout.PREV_CHILD), 8, (s, v) -> 0),
                structure("next", t, "next sibling reads", context(ContextLayout.NEXT_CHILD), 8, (s, v) -> v + 8),
                structure(
                        "next is the previous",
                        t,
                        "the one before its next sibling",
                        context(ContextLayout.NEXT_CHILD),
                        8,
                        (s, v) -> s.younger.liveAddress("test")),
                structure(
                        "first child", t, "first child reads", context(ContextLayout.FIRST_CHILD), 8, (s, v) -> v | 1),
                structure(
                        "first child is a sibling",
                        t,
                        "the parent of its first child",
                        context(ContextLayout.FIRST_CHILD),
                        8,
                        (s, v) -> s.older.liveAddress("test")),
                structure("wild parent", t, "its parent reads", context(ContextLayout.PARENT), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure("wild previous", t, "previous sib", context(ContextLayout.PREV_CHILD), 8, (s, v) -> WILD)
                        .forCheckingMode(),
                structure("wild next", t, "next sibling", context(ContextLayout.NEXT_CHILD), 8, (s, v) -> -64)
                        .forCheckingMode(),
                structure("wild child", t, "first child", context(ContextLayout.FIRST_CHILD), 8, (s, v) -> WILD)
                        .forCheckingMode());
    }

    /** What all blocks with a first free byte and an end have. */
    static Stream<Damage> ends(ContextType t, int free, int end) {
        return Stream.of(
                structure("free above end", t, "which cannot be", block(free), 8, (s, v) -> v + (1 << 30)),
                structure("free below the first chunk", t, "which cannot be", block(free), 8, (s, v) -> s.block() + 8),
                structure("misaligned free", t, "which cannot be", block(free), 8, (s, v) -> v - 4),
                structure("end below free", t, "which cannot be", block(end), 8, (s, v) -> s.block() + 40),
                structure("end of another", t, "which cannot be", block(end), 8, (s, v) -> v + 64)
                        .forCheckingMode(),
                structure("end too early", t, "which cannot be", block(end), 8, (s, v) -> v - 1)
                        .forCheckingMode(),
                structure("wild end", t, "which cannot be", block(end), 8, (s, v) -> WILD)
                        .forCheckingMode());
    }

    /** What all chunks with headers have. */
    static Stream<Damage> chunks(ContextType t) {
        return Stream.of(
                contents(
                        "offset",
                        t,
                        "has a header that cannot be",
                        s -> header(s.live.get(1)),
                        8,
                        (s, v) -> v ^ 1L << 40),
                contents("method", t, "has a header that cannot be", s -> header(s.live.get(1)), 8, (s, v) -> v ^ 1),
                contents("external bit", t, "magic damaged", s -> header(s.live.get(1)), 8, (s, v) -> v ^ 16),
                contents(
                        "value",
                        t,
                        "has a header that cannot be",
                        s -> header(s.live.get(1)),
                        8,
                        (s, v) -> v ^ 1L << 33));
    }

    static Stream<Damage> marks(ContextType t) {
        return Stream.of(
                        contents("sentinel", t, "past its end", s -> s.live.get(1) + DamageScene.SMALL, 1, (s, v) -> 0),
                        contents("size", t, "its requested size reads 64", s -> s.live.get(1) - 16, 8, (s, v) -> 64),
                        contents(
                                "huge size",
                                t,
                                "its requested size reads",
                                s -> s.live.get(1) - 16,
                                8,
                                (s, v) -> 1L << 40),
                        contents(
                                "lost aligned chunk",
                                t,
                                "holds an aligned chunk",
                                s -> s.live.get(1) - 16,
                                8,
                                (s, v) -> v | 1L << 62),
                        contents("other size", t, "past its end", s -> s.live.get(1) - 16, 8, (s, v) -> 50))
                .map(Damage::forCheckingMode);
    }
}
