/**
 * The shared arena: one segment of memory, handed out by a bump allocator, with an index of named structures in it.
 *
 * <p>What PostgreSQL calls the main shared memory segment (storage/ipc/shmem.c). A program creates one
 * {@link dev.palloc.shmem.SharedArena} of a size it computed, then each part asks for its structures by name with
 * {@link dev.palloc.shmem.SharedArena#initStruct(String, long)}: the first caller gets fresh memory, every later one
 * the same memory. Nothing is ever given back, except all of it by {@link dev.palloc.shmem.SharedArena#close()}. How starts
 * and sizes are rounded is an {@link dev.palloc.shmem.AlignmentPolicy}, so that the placement of any era of PostgreSQL
 * can be had and measured.
 *
 * <pre>
 *  offset in the segment, which starts at a multiple of 4096
 *
 *       0  +--------------------------------+
 *          | header, 56 bytes               |  {@link dev.palloc.shmem.SegmentHeader}
 *      56  | allocation lock, 4 bytes       |  protects the free offset
 *      60  | index lock, 4 bytes            |  protects the index
 *      64  +--------------------------------+
 *          | up to the policy's first start |  128 under CACHELINE_128
 *     128  +--------------------------------+ &lt;-- index: header, buckets, entries for the names expected
 *          | anonymous and named pieces in  |
 *          | the order of the requests      |
 *          +--------------------------------+ &lt;-- free offset
 *          | free                           |
 *          +--------------------------------+ &lt;-- total size
 * </pre>
 *
 * <p>Contract:
 *
 * <ul>
 *   <li>All state of an arena is in its segment, and every reference in it is an offset from the segment's start: no
 *       Java object, no address. Hence a process that maps the segment elsewhere can use it, which PostgreSQL's, full
 *       of addresses, does not allow. A {@code SharedArena} is a handle of a few words.
 *   <li>A request fails whole: after an exception the free offset, the index and all structures are as before.
 *   <li>No lock is held when an exception is thrown or a method returns. Order of the locks: index, then allocation.
 *   <li>All sizes, offsets and alignments are in bytes and 64 bits wide.
 * </ul>
 *
 * <p>Both locks are spinlocks without an owner: a process killed while it holds one leaves it held.
 */
package dev.palloc.shmem;
