package dev.palloc.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Pages in the files of a directory, read and written through FileChannel: md.c of PostgreSQL. A fork is
 * {@code tablespace/database/relation[_fork]} and, from its second gigabyte on, {@code .1}, {@code .2} and so on.
 *
 * <p>Files stay open until they are dropped or the store is closed. One process at a time may write to a directory; this
 * is not checked. Thread safe; an interrupt neither ends a call nor harms the files, and stays set.
 */
public final class FilePageStore implements PageStore {
    private static final int SMALLEST_PAGE = 512;
    private static final int LARGEST_PAGE = 65536;
    private static final long SEGMENT_BYTES = 1L << 30;

    private record Key(FileId file, Fork fork) {}

    /** What may fail. */
    private interface Call<T> {
        T run(ForkFile file) throws IOException;
    }

    private final Path directory;
    private final int pageBytes;
    private final int segmentBlocks;
    private final Map<Key, ForkFile> files = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private FilePageStore(Path directory, int pageBytes, int segmentBlocks) {
        this.directory = directory;
        this.pageBytes = pageBytes;
        this.segmentBlocks = segmentBlocks;
    }

    /**
     * Opens the store of a directory.
     *
     * @param directory made if it is not there
     * @param pageBytes a power of two, 512 to 65536; always the same for a directory
     * @return the store
     * @throws IllegalArgumentException if the size is not allowed
     * @throws PageStoreException if the directory cannot be made
     */
    public static FilePageStore open(Path directory, int pageBytes) {
        return open(directory, pageBytes, SEGMENT_BYTES);
    }

    static FilePageStore open(Path directory, int pageBytes, long segmentBytes) {
        Objects.requireNonNull(directory, "directory");
        if (pageBytes < SMALLEST_PAGE || pageBytes > LARGEST_PAGE || Integer.bitCount(pageBytes) != 1) {
            throw new IllegalArgumentException("pages of " + pageBytes + " bytes in " + directory
                    + ": the size must be a power of two from " + SMALLEST_PAGE + " to " + LARGEST_PAGE);
        }
        try {
            Directories.create(directory);
        } catch (IOException e) {
            throw new PageStoreException("cannot make the directory " + directory + " for pages: " + e, e);
        }
        return new FilePageStore(directory, pageBytes, (int) (segmentBytes / pageBytes));
    }

    @Override
    public int pageBytes() {
        return pageBytes;
    }

    @Override
    public boolean exists(FileId file, Fork fork) {
        checkOpen();
        return files.containsKey(new Key(file, fork)) || Files.exists(path(file, fork));
    }

    @Override
    public void create(FileId file, Fork fork) {
        open(file, fork, true);
    }

    @Override
    public long blocks(FileId file, Fork fork) {
        return open(file, fork, false).blocks();
    }

    @Override
    public void read(FileId file, Fork fork, long block, MemorySegment page) {
        checkPage(block, page);
        int bytes = call("read block " + block + " of ", file, fork, open -> open.read(block, page));
        if (bytes < 0) {
            throw beyondEnd(file, fork, block);
        }
        if (bytes < pageBytes) {
            throw new PageStoreException("cannot read block " + block + " of " + path(file, fork) + ": only " + bytes
                    + " of " + pageBytes + " bytes are there; the file has been cut off by someone else");
        }
    }

    @Override
    public void write(FileId file, Fork fork, long block, MemorySegment page) {
        checkPage(block, page);
        boolean written = call("write block " + block + " of ", file, fork, open -> open.write(block, page));
        if (!written) {
            throw beyondEnd(file, fork, block);
        }
    }

    @Override
    public long extend(FileId file, Fork fork, int count) {
        if (count < 1 || blocks(file, fork) > MAX_BLOCKS - count) {
            throw new IllegalArgumentException("cannot extend " + path(file, fork) + " of " + blocks(file, fork)
                    + " blocks by " + count + ": ask for at least 1, and at most " + MAX_BLOCKS + " in all");
        }
        return call("extend by " + count + " blocks ", file, fork, open -> open.extend(count));
    }

    @Override
    public void truncate(FileId file, Fork fork, long blocks) {
        boolean done =
                blocks >= 0 && call("truncate to " + blocks + " blocks ", file, fork, open -> open.truncate(blocks));
        if (!done) {
            throw new IllegalArgumentException("cannot truncate " + path(file, fork) + " to " + blocks
                    + " blocks: it must be 0 to the " + blocks(file, fork) + " there are");
        }
    }

    @Override
    public void drop(FileId file, Fork fork) {
        if (exists(file, fork)) {
            call("drop ", file, fork, open -> {
                open.drop();
                files.remove(new Key(file, fork), open);
                return null;
            });
        }
    }

    @Override
    public void sync(FileId file, Fork fork) {
        call("make durable (fsync) ", file, fork, open -> {
            open.sync();
            return null;
        });
    }

    @Override
    public void close() {
        closed = true;
        IOException first = null;
        for (ForkFile file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                first = first == null ? e : first;
            }
        }
        files.clear();
        if (first != null) {
            throw new PageStoreException("cannot close all files of " + directory + ": " + first, first);
        }
    }

    /**
     * For messages.
     *
     * @return directory and size of the pages
     */
    @Override
    public String toString() {
        return "pages of " + pageBytes + " bytes in " + directory;
    }

    private <T> T call(String what, FileId file, Fork fork, Call<T> call) {
        ForkFile open = open(file, fork, false);
        try {
            return call.run(open);
        } catch (IOException e) {
            checkOpen();
            throw new PageStoreException("cannot " + what + path(file, fork) + ": " + e, e);
        }
    }

    private ForkFile open(FileId file, Fork fork, boolean create) {
        checkOpen();
        return files.computeIfAbsent(new Key(file, fork), key -> {
            Path path = path(file, fork);
            boolean missing = !Files.exists(path);
            if (missing && !create) {
                throw new IllegalArgumentException("there is no file " + path + ": create it first");
            }
            try {
                if (missing) {
                    Directories.create(path.getParent());
                }
                return new ForkFile(path, pageBytes, segmentBlocks, missing);
            } catch (IOException e) {
                throw new PageStoreException("cannot " + (create ? "create " : "open ") + path + ": " + e, e);
            }
        });
    }

    private Path path(FileId file, Fork fork) {
        return directory
                .resolve(Integer.toUnsignedString(file.tablespace()))
                .resolve(Integer.toUnsignedString(file.database()))
                .resolve(Integer.toUnsignedString(file.relation()) + fork.suffix());
    }

    private void checkPage(long block, MemorySegment page) {
        if (block < 0) {
            throw new IllegalArgumentException("block " + block + ": it must be at least 0");
        }
        if (page.byteSize() != pageBytes) {
            throw new IllegalArgumentException("a page of " + page.byteSize() + " bytes for " + this);
        }
    }

    private IllegalArgumentException beyondEnd(FileId file, Fork fork, long block) {
        return new IllegalArgumentException("there is no block " + block + " in " + path(file, fork) + ": it has "
                + blocks(file, fork) + "; extend it first");
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the store of " + this + " is closed");
        }
    }
}
