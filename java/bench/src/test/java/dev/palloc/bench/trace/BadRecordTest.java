package dev.palloc.bench.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every record that must not be replayed, with the place named. */
class BadRecordTest {
    @TempDir
    Path folder;

    /** What is wrong, the sound records before, the bad one, and what the message says. */
    static Stream<Arguments> badRecords() {
        return Stream.of(
                bad("operation 0", start(), new TraceWriter().raw(0), "unknown operation 0"),
                bad("operation 8", start(), new TraceWriter().raw(8, 1), "unknown operation 8"),
                bad(
                        "number too long",
                        start(),
                        new TraceWriter().raw(3, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01),
                        "more than 63 bits"),
                bad("id 0", start(), new TraceWriter().allocSet(0, 0), "context id 0 is not an id"),
                bad("id twice", start(), new TraceWriter().allocSet(1, 0), "context id 1 is created a second time"),
                bad(
                        "id of a deleted context",
                        start().allocSet(2, 0).delete(2),
                        new TraceWriter().allocSet(2, 0),
                        "context id 2 is created a second time"),
                bad("method 2", start(), new TraceWriter().create(2, 2, 0, 0, 8192, 8192, "x"), "unknown method 2"),
                bad("method 6", start(), new TraceWriter().create(2, 6, 0, 0, 8192, 8192, "x"), "unknown method 6"),
                bad("unknown parent", start(), new TraceWriter().allocSet(2, 9), "parent: id 9 is unknown"),
                bad(
                        "deleted parent",
                        start().allocSet(2, 0).delete(2),
                        new TraceWriter().allocSet(3, 2),
                        "parent: id 2 was deleted before"),
                bad(
                        "block size",
                        start(),
                        new TraceWriter().create(2, 4, 0, 0, 100, 8192, "x"),
                        "context id 2: initial block size 100"),
                bad(
                        "block size beyond the header's field",
                        start(),
                        new TraceWriter().create(2, 7, 0, 0, 8192, 1L << 31, "x"),
                        "context id 2: largest block size 2147483648"),
                bad("slab block too small", start(), new TraceWriter().slab(2, 0, 64, 64), "block size 64"),
                bad("slab chunk too large", start(), new TraceWriter().slab(2, 0, 8192, 1L << 40), "chunk size"),
                bad(
                        "name too long",
                        start(),
                        new TraceWriter().numbers(1, 2, 3, 0, 0, 8192, 8192, 100_000),
                        "a name of 100000 bytes"),
                bad(
                        "alloc in unknown",
                        start(),
                        new TraceWriter().alloc(7, 8),
                        "context to allocate in: id 7 is unknown"),
                bad(
                        "alloc in deleted",
                        start().allocSet(2, 1).delete(2),
                        new TraceWriter().alloc(2, 8),
                        "context to allocate in: id 2 was deleted before"),
                bad("size", start(), new TraceWriter().alloc(1, 0x4000_0000L), "size 1073741824 is out of range"),
                bad(
                        "slab size",
                        start().slab(2, 1, 8192, 40),
                        new TraceWriter().alloc(2, 48),
                        "size 48 is not the chunk size of slab context \"slab 2\", 40"),
                bad("unknown chunk", start(), new TraceWriter().free(1), "chunk to free: number 1 is unknown, 1 were"),
                bad(
                        "chunk number beyond 32 bits",
                        start(),
                        new TraceWriter().free(1L << 32),
                        "number 4294967296 is unknown"),
                bad("double free", start().free(0), new TraceWriter().free(0), "number 0 was freed or reallocated"),
                bad(
                        "free of the old number",
                        start().realloc(0, 100),
                        new TraceWriter().free(0),
                        "number 0 was freed or reallocated"),
                bad("free after reset", start().reset(1), new TraceWriter().free(0), "number 0 died with a reset"),
                bad("free after delete", start().delete(1), new TraceWriter().free(0), "number 0 died with a reset"),
                bad(
                        "realloc of a dead chunk",
                        start().free(0),
                        new TraceWriter().realloc(0, 8),
                        "chunk to reallocate: number 0 was freed"),
                bad("realloc size", start(), new TraceWriter().realloc(0, 1L << 30), "size 1073741824 is out of range"),
                bad(
                        "realloc in a slab",
                        start().slab(2, 1, 8192, 40).alloc(2, 40),
                        new TraceWriter().realloc(1, 41),
                        "size 41 is not the chunk size"),
                bad(
                        "free in a bump context",
                        start().bump(2, 1).alloc(2, 8),
                        new TraceWriter().free(1),
                        "number 1 is a bump context's"),
                bad("reset of unknown", start(), new TraceWriter().reset(3), "context to reset: id 3 is unknown"),
                bad("delete twice", start().delete(1), new TraceWriter().delete(1), "id 1 was deleted before"),
                bad(
                        "delete of a parent",
                        start().allocSet(2, 1),
                        new TraceWriter().delete(1),
                        "deletes a context that still has children"),
                bad(
                        "move under a deleted context",
                        start().allocSet(2, 0).allocSet(3, 0).delete(3),
                        new TraceWriter().setParent(2, 3),
                        "parent: id 3 was deleted before"),
                bad("move under itself", start(), new TraceWriter().setParent(1, 1), "moves a context under itself"),
                bad(
                        "move under a grandchild",
                        start().allocSet(2, 1).allocSet(3, 2),
                        new TraceWriter().setParent(1, 3),
                        "moves a context under itself"));
    }

    /** Context 1 with chunk 0. */
    private static TraceWriter start() {
        return new TraceWriter().allocSet(1, 0).alloc(1, 24);
    }

    private static Arguments bad(String title, TraceWriter sound, TraceWriter bad, String message) {
        return arguments(title, sound, bad, message);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("badRecords")
    void namesFileRecordByteAndFault(String title, TraceWriter sound, TraceWriter bad, String message) {
        Path before = sound.plain(folder.resolve("before.mct"));
        int records = TraceFile.read(TraceSource.file(before)).records();
        int offset = sound.length();
        for (byte b : bad.bytes()) {
            sound.raw(b & 0xFF);
        }
        // Something after the bad record, so that it is not taken for one that is cut.
        sound.raw(2, 1, 8, 2, 1, 8);
        Path plain = sound.plain(folder.resolve("bad.mct"));
        Path packed = sound.gzip(folder.resolve("bad.mct.gz"));

        for (Path file : new Path[] {plain, packed}) {
            assertThatThrownBy(() -> TraceFile.read(TraceSource.file(file)))
                    .isInstanceOf(TraceFormatException.class)
                    .hasMessageStartingWith(file + ": record " + (records + 1) + " at byte " + offset + ": ")
                    .hasMessageContaining(message);
        }
    }
}
