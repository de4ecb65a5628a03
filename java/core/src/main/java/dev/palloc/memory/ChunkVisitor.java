package dev.palloc.memory;

/** Who is shown the chunks of a block, in the order of their addresses. */
interface ChunkVisitor {
    /**
     * One chunk, live or free.
     *
     * @param block its block
     * @param chunk its header word's address
     * @param capacity bytes of user data it has room for
     */
    void visit(long block, long chunk, long capacity);
}
