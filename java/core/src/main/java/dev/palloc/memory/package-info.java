/**
 * Memory contexts: PostgreSQL's allocators on off-heap memory, in a safe tier of segments and a raw tier of addresses.
 *
 * <pre>
 *   MemoryManager --- contexts --- MemoryContext      a tree; reset and delete act on whole branches
 *        |                              |
 *        |                              +-- ContextAllocator                     segments (safe), palloc family (raw)
 *        |                              +-- AllocSet, Generation, Slab, Bump     carve chunks from blocks
 *        |                              +-- AlignedRedirect                      over-aligned chunks in any but Slab
 *        |
 *        +-- ContextBlocks              limits and accounting on the way of every block
 *               |
 *               +-- BlockSource         the place of malloc; BlockCache keeps what comes back
 *
 *   block of an AllocSet
 *   +--------------+--------+-----------+--------+-----------+------------------+
 *   | block header | header | user data | header | user data |  not yet carved  |
 *   +--------------+--------+-----------+--------+-----------+------------------+
 *   0              40       48                   |           ^ first free byte  ^ end
 *                                                +-- 8 bytes, see ChunkHeader
 * </pre>
 *
 * <p>Contract:
 *
 * <ul>
 *   <li>The 8 bytes before a pointer tell who owns it ({@link dev.palloc.memory.ChunkHeader}), so freeing needs no
 *       context and no search. Bump contexts have no such word; their chunks die only with the context.
 *   <li>Sizes, offsets, list orders and accounting are those of PostgreSQL 18 in production builds, to the byte. Checking
 *       mode ({@code -Ddev.palloc.checking=true}) makes every header 16 bytes and gives every chunk a sentinel.
 *   <li>Contexts die leaves first, callbacks before memory. Deleting or resetting never searches for a chunk and never
 *       recurses.
 *   <li>Segments of a confined manager die with the reset of their context, those of a shared one with the manager. No
 *       reset closes a shared arena.
 *   <li>After a failure the image is as before the call. In two places that takes another order of steps than
 *       PostgreSQL's: a new block is taken before the old one's tail is salvaged, and a context counts as used only once
 *       an allocation succeeded.
 *   <li>A confined manager is one thread's, nothing in it is synchronised; a shared one has one lock for everything but
 *       the memory of chunks.
 * </ul>
 */
package dev.palloc.memory;
