/**
 * Memory contexts, raw tier: PostgreSQL's allocators on off-heap memory, addressed by {@code long}.
 *
 * <pre>
 *   MemoryManager --- contexts --- MemoryContext      a tree; reset and delete act on whole branches
 *        |                              |
 *        |                              +-- AllocSet, Generation, Slab, Bump     carve chunks from blocks
 *        |                              +-- AlignedRedirect                      over-aligned chunks in any of the first two
 *        |
 *        +-- BlockSource                the place of malloc; BlockCache keeps what comes back
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
 *   <li>Sizes, offsets, list orders and accounting are those of PostgreSQL 18 in production builds, to the byte.
 *   <li>Contexts die leaves first. Deleting or resetting never searches for a chunk.
 *   <li>After a failure the image is as before the call. In two places that takes another order of steps than
 *       PostgreSQL's: a new block is taken before the old one's tail is salvaged, and a context counts as used only once
 *       an allocation succeeded.
 *   <li>All is confined to one thread at a time; nothing here is synchronised.
 * </ul>
 */
package dev.palloc.memory;
