package dev.palloc.memory;

/**
 * A memory manager as seen by JMX, see {@link MemoryManager#register}. The numbers are read without stopping anybody and
 * were true a moment ago; the statistics of a confined manager come from the thread it belongs to. For any thread.
 */
public interface MemoryManagerMXBean {
    /**
     * Whether many threads may use the manager.
     *
     * @return false if it is confined to one
     */
    boolean isShared();

    /**
     * Live contexts.
     *
     * @return their number
     */
    int getContextCount();

    /**
     * Bytes of all blocks that contexts hold, deleted ones kept for the next creation included.
     *
     * @return bytes
     */
    long getBlockBytes();

    /**
     * Blocks that contexts hold.
     *
     * @return their number
     */
    long getBlockCount();

    /**
     * Statistics of all contexts, as PostgreSQL prints them.
     *
     * @param timeoutMillis how long to wait for the owner of a confined manager, which answers when it next takes a block or
     *     creates, resets or deletes a context; milliseconds
     * @return the text, or a line that says that there was no answer in time
     */
    String statisticsText(long timeoutMillis);

    /**
     * Statistics of all contexts as a JSON array of trees.
     *
     * @param timeoutMillis as for {@link #statisticsText}
     * @return the JSON; an empty array if there was no answer in time
     */
    String statisticsJson(long timeoutMillis);
}
