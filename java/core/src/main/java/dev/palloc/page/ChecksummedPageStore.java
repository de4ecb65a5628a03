package dev.palloc.page;

import dev.palloc.platform.RawMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A store whose pages carry PostgreSQL's checksum in bytes 8 and 9, computed at each write and verified at each read.
 * Those two bytes are the store's: what a page that is written has there does not matter.
 *
 * <p>Of each page to be written a copy is made, so that it may be changed meanwhile by who knows that this is harmless, as
 * hint bits are: what is written matches its checksum in any case. Thread safe.
 */
public final class ChecksummedPageStore implements PageStore {
    private final PageStore store;
    private final int pageBytes;

    /**
     * Puts checksums on a store.
     *
     * @param store keeps the pages; closed with this
     */
    public ChecksummedPageStore(PageStore store) {
        this.store = Objects.requireNonNull(store, "store");
        this.pageBytes = store.pageBytes();
    }

    @Override
    public void read(FileId file, Fork fork, long block, MemorySegment page) {
        store.read(file, fork, block, page);
        long address = page.address();
        if (!PageChecksum.isValid(address, pageBytes, block)) {
            int stored = PageChecksum.stored(address);
            throw new CorruptPageException("block " + block + " of " + file + fork.suffix()
                    + " is damaged: its checksum is "
                    + stored + (stored == 0 ? ", as of a new page, which is all zeros" : "") + ", its content's "
                    + PageChecksum.compute(address, pageBytes, block) + ": restore it from a backup");
        }
    }

    @Override
    public void write(FileId file, Fork fork, long block, MemorySegment page) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(pageBytes, Long.BYTES);
            RawMemory.copy(page.address(), copy.address(), pageBytes);
            PageChecksum.store(copy.address(), pageBytes, block);
            store.write(file, fork, block, copy);
        }
    }

    @Override
    public int pageBytes() {
        return pageBytes;
    }

    @Override
    public boolean exists(FileId file, Fork fork) {
        return store.exists(file, fork);
    }

    @Override
    public void create(FileId file, Fork fork) {
        store.create(file, fork);
    }

    @Override
    public long blocks(FileId file, Fork fork) {
        return store.blocks(file, fork);
    }

    @Override
    public long extend(FileId file, Fork fork, int count) {
        return store.extend(file, fork, count);
    }

    @Override
    public void truncate(FileId file, Fork fork, long blocks) {
        store.truncate(file, fork, blocks);
    }

    @Override
    public void drop(FileId file, Fork fork) {
        store.drop(file, fork);
    }

    @Override
    public void prefetch(FileId file, Fork fork, long block, int count) {
        store.prefetch(file, fork, block, count);
    }

    @Override
    public void sync(FileId file, Fork fork) {
        store.sync(file, fork);
    }

    @Override
    public void close() {
        store.close();
    }
}
