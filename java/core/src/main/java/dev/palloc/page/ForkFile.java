package dev.palloc.page;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * One fork in its segments, as md.c of PostgreSQL keeps it: each segment is full except the last. Thread safe. Exceptions
 * of the system pass through; the store says which file and block.
 */
final class ForkFile {
    private final Path first;
    private final int pageBytes;
    private final int segmentBlocks;

    /** Shared by those who need the file to stay as long as it is, exclusive to cut it. */
    private final ReadWriteLock shape = new ReentrantReadWriteLock();

    /** Written under this object's monitor, replaced as a whole. */
    private volatile SegmentFile[] segments;

    /** Written under this object's monitor. */
    private volatile long blocks;

    /** Whether a name was made or removed that is not durable yet. Protected by this object's monitor. */
    private boolean directoryDirty;

    /** Why nothing here can be made durable any more. Protected by this object's monitor. */
    private IOException syncFailure;

    ForkFile(Path first, int pageBytes, int segmentBlocks, boolean create) throws IOException {
        this.first = first;
        this.pageBytes = pageBytes;
        this.segmentBlocks = segmentBlocks;
        this.directoryDirty = create;
        List<SegmentFile> found = new ArrayList<>();
        long full = (long) segmentBlocks * pageBytes;
        long last;
        do {
            SegmentFile segment = new SegmentFile(path(found.size()), create);
            found.add(segment);
            last = segment.size();
        } while (last >= full && Files.exists(path(found.size())));
        this.segments = found.toArray(new SegmentFile[0]);
        // Of a page at the end that is not whole its extension never returned.
        this.blocks = (found.size() - 1L) * segmentBlocks + Math.min(last, full) / pageBytes;
    }

    private Path path(int segment) {
        return segment == 0 ? first : first.resolveSibling(first.getFileName() + "." + segment);
    }

    long blocks() {
        return blocks;
    }

    /** How many bytes were there: a page, unless the file is shorter than it was. -1 if the block is beyond the end. */
    int read(long block, MemorySegment page) throws IOException {
        shape.readLock().lock();
        try {
            return block < blocks ? segmentOf(block).read(page, positionOf(block)) : -1;
        } finally {
            shape.readLock().unlock();
        }
    }

    /** False if the block is beyond the end. */
    boolean write(long block, MemorySegment page) throws IOException {
        shape.readLock().lock();
        try {
            if (block >= blocks) {
                return false;
            }
            segmentOf(block).write(page, positionOf(block));
            return true;
        } finally {
            shape.readLock().unlock();
        }
    }

    private SegmentFile segmentOf(long block) {
        return segments[(int) (block / segmentBlocks)];
    }

    private long positionOf(long block) {
        return block % segmentBlocks * pageBytes;
    }

    /** The first new block. */
    synchronized long extend(int count) throws IOException {
        long before = blocks;
        long end = before + count;
        try {
            for (long block = before; block < end; ) {
                long some = Math.min(end - block, segmentBlocks - block % segmentBlocks);
                if (block / segmentBlocks == segments.length) {
                    addSegment();
                }
                segmentOf(block).writeZeros(positionOf(block), some * pageBytes);
                block += some;
            }
        } catch (IOException e) {
            try {
                cut(before);
            } catch (IOException second) {
                e.addSuppressed(second);
            }
            throw e;
        }
        blocks = end;
        return before;
    }

    private void addSegment() throws IOException {
        directoryDirty = true;
        SegmentFile[] more = Arrays.copyOf(segments, segments.length + 1);
        more[segments.length] = new SegmentFile(path(segments.length), true);
        segments = more;
    }

    /** False if there are fewer. */
    boolean truncate(long remaining) throws IOException {
        shape.writeLock().lock();
        try {
            synchronized (this) {
                if (remaining > blocks) {
                    return false;
                }
                // Before the files are shorter, so that nobody reads what is half gone if that fails.
                blocks = remaining;
                cut(remaining);
                return true;
            }
        } finally {
            shape.writeLock().unlock();
        }
    }

    /** From the end, so that after a crash all segments but the last are full. */
    private void cut(long remaining) throws IOException {
        int stay = (int) Math.max(1, (remaining + segmentBlocks - 1) / segmentBlocks);
        while (segments.length > stay) {
            SegmentFile last = segments[segments.length - 1];
            directoryDirty = true;
            Files.deleteIfExists(last.path());
            segments = Arrays.copyOf(segments, segments.length - 1);
            last.close();
        }
        segments[stay - 1].truncate((remaining - (stay - 1L) * segmentBlocks) * pageBytes);
    }

    /** Files that are gone need no fsync, their directory does. */
    synchronized void drop() throws IOException {
        cut(0);
        Files.deleteIfExists(first);
        Directories.sync(first.getParent());
        close();
    }

    synchronized void sync() throws IOException {
        if (syncFailure != null) {
            throw new IOException("an earlier fsync failed: " + syncFailure.getMessage(), syncFailure);
        }
        try {
            for (SegmentFile segment : segments) {
                segment.sync();
            }
            if (directoryDirty) {
                Directories.sync(first.getParent());
                directoryDirty = false;
            }
        } catch (IOException e) {
            syncFailure = e;
            throw e;
        }
    }

    synchronized void close() throws IOException {
        for (SegmentFile segment : segments) {
            segment.close();
        }
    }
}
