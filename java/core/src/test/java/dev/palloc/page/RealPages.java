package dev.palloc.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.zip.GZIPInputStream;

/** The real relation files of src/test/resources/pages. */
enum RealPages {
    PG_PROC("pg_proc", 102),
    PG_CLASS("pg_class", 14),
    PG_PROC_OID_INDEX("pg_proc_oid_index", 12);

    static final int PAGE_BYTES = 8192;

    private final String relation;
    private final int pages;

    RealPages(String relation, int pages) {
        this.relation = relation;
        this.pages = pages;
    }

    int pages() {
        return pages;
    }

    /** The whole file, off-heap. */
    MemorySegment load(Arena arena) {
        String name = "/pages/" + relation + ".pg18.gz";
        try (InputStream packed = RealPages.class.getResourceAsStream(name);
                InputStream file = new GZIPInputStream(packed)) {
            byte[] bytes = file.readAllBytes();
            if (bytes.length != pages * PAGE_BYTES) {
                throw new IllegalStateException(name + " has " + bytes.length + " bytes");
            }
            return arena.allocate(bytes.length, Long.BYTES).copyFrom(MemorySegment.ofArray(bytes));
        } catch (IOException e) {
            throw new UncheckedIOException(name, e);
        }
    }
}
