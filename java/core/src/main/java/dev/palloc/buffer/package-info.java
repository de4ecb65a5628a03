/**
 * Shared buffers: pages of files, kept in an arena (storage/buffer of PostgreSQL 18).
 *
 * <pre>
 * A descriptor, 64 bytes:
 *
 *  offset  bytes  field         protected by
 *       0     20  tag           header lock and the only pin to write; header lock or a pin to read
 *      20      4  id            constant
 *      24      4  state         atomic operations; while LOCKED is set, its holder
 *      28      4  waiter        header lock
 *      32      4  next free     the strategy's lock
 *      36      4  table next    lock of the lookup table's partition
 *      40      8  not used
 *      48     16  content lock  itself
 *
 * PostgreSQL has 12 bytes for a reference to asynchronous I/O at 36. The rest is the same, bit for bit.
 *
 * A tag:
 *
 *       0      4  tablespace
 *       4      4  database
 *       8      4  relation
 *      12      4  fork
 *      16      4  block
 *
 * State:
 *
 *   bit 31        PERMANENT          of a file that outlives a crash
 *   bit 30        CHECKPOINT_NEEDED  the checkpoint under way has to write it
 *   bit 29        PIN_COUNT_WAITER   one participant waits to be the only one
 *   bit 28        JUST_DIRTIED       dirtied since the write under way began
 *   bit 27        IO_ERROR           the last read or write failed
 *   bit 26        IO_IN_PROGRESS     someone reads or writes the page
 *   bit 25        TAG_VALID          the tag is in the lookup table
 *   bit 24        VALID              the page is in the buffer
 *   bit 23        DIRTY              to be written
 *   bit 22        LOCKED             header lock
 *   bits 18..21   usage count        0 to 5
 *   bits 0..17    reference count    participants that pin the buffer
 * </pre>
 */
package dev.palloc.buffer;
