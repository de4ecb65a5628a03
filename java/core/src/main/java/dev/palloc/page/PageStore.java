package dev.palloc.page;

import java.lang.foreign.MemorySegment;

/**
 * Where pages are kept: smgr of PostgreSQL (storage/smgr). A file is a relation's fork and has blocks 0 to
 * {@link #blocks} less 1, each of {@link #pageBytes} bytes.
 *
 * <p>Thread safe. Reads and writes of different blocks do not wait for each other; two of one block at the same time may
 * mix, and their caller orders them. What is written is durable after the next {@link #sync} of the file that returns.
 *
 * <p>Every method throws {@link PageStoreException} if the storage fails, IllegalArgumentException if a block is out of
 * range or the file does not exist, and IllegalStateException after {@link #close}. Segments are native and
 * {@link #pageBytes} long unless said otherwise.
 */
public interface PageStore extends AutoCloseable {
    /** Highest number of blocks of a file: MaxBlockNumber of PostgreSQL, and one for its number 0. */
    long MAX_BLOCKS = 0xFFFF_FFFFL;

    /**
     * Size of a page.
     *
     * @return bytes, a power of two, 512 to 65536
     */
    int pageBytes();

    /**
     * Whether a file is there.
     *
     * @param file which relation
     * @param fork which of its files
     * @return whether so
     */
    boolean exists(FileId file, Fork fork);

    /**
     * Makes an empty file. If it is there, nothing.
     *
     * @param file which relation
     * @param fork which of its files
     */
    void create(FileId file, Fork fork);

    /**
     * How long a file is.
     *
     * @param file which relation
     * @param fork which of its files
     * @return number of whole pages
     */
    long blocks(FileId file, Fork fork);

    /**
     * Reads one page.
     *
     * @param file which relation
     * @param fork which of its files
     * @param block which page
     * @param page receives it; its content is undefined after an exception
     * @throws CorruptPageException if the store checks pages and this one is not what was written
     */
    void read(FileId file, Fork fork, long block, MemorySegment page);

    /**
     * Writes one page that is there already.
     *
     * @param file which relation
     * @param fork which of its files
     * @param block which page
     * @param page what to write; not changed
     */
    void write(FileId file, Fork fork, long block, MemorySegment page);

    /**
     * Appends pages of zeros. All or none: if the storage fails, the file is as long as before.
     *
     * @param file which relation
     * @param fork which of its files
     * @param count how many, at least 1
     * @return number of the first new block
     */
    long extend(FileId file, Fork fork, int count);

    /**
     * Cuts a file off.
     *
     * @param file which relation
     * @param fork which of its files
     * @param blocks how many stay; not more than there are
     */
    void truncate(FileId file, Fork fork, long blocks);

    /**
     * Removes a file. If it is not there, nothing.
     *
     * @param file which relation
     * @param fork which of its files
     */
    void drop(FileId file, Fork fork);

    /**
     * Says that pages will be read soon. A hint, which this does not follow unless a store overrides it.
     *
     * @param file which relation
     * @param fork which of its files
     * @param block the first of them
     * @param count how many
     */
    default void prefetch(FileId file, Fork fork, long block, int count) {}

    /**
     * Makes durable what was written to a file, and its length and existence. After it has failed once the pages written
     * before may be lost although they read back well, and the kernel reports that once only: each further call for the
     * file fails too, until the store has been opened anew and what was lost has been repeated from elsewhere.
     *
     * @param file which relation
     * @param fork which of its files
     */
    void sync(FileId file, Fork fork);

    /** Closes the files, without making anything durable. A second time, nothing. */
    @Override
    void close();
}
