/**
 * Lightweight locks: shared and exclusive, in an arena, for anything from one to a quarter of a million participants
 * (storage/lmgr/lwlock.c of PostgreSQL 18).
 *
 * <p>{@link dev.palloc.lwlock.LWLocks} is a set of locks in an arena, {@link dev.palloc.lwlock.Tranche} an array of them
 * under a name, {@link dev.palloc.lwlock.Participant} who takes them.
 *
 * <pre>
 * A lock, 16 bytes; in a tranche's array 128 bytes apart:
 *
 *  offset  bytes  field     protected by
 *       0      4  tranche   written once, before the lock is shared
 *       4      4  state     atomic operations
 *       8      4  head      the wait list's bit in the state: number of a wait slot, -1 for none
 *      12      4  tail      the same
 *
 * State:
 *
 *   bit 31        HAS_WAITERS  the wait list is not empty
 *   bit 30        RELEASE_OK   a release may wake: nobody has been woken who has not run yet
 *   bit 29        LIST_LOCKED  the wait list is locked
 *   bit 18        held exclusively
 *   bits 0..17    number of shared holders
 *
 * The set's structure in the arena:
 *
 *       0      4  magic number                  written last
 *       4      4  spinlock
 *       8      4  number of participants        written once
 *      12      4  first free wait slot          the spinlock
 *      16      4  wait slots in use             the spinlock
 *      20      4  number of tranches            the spinlock to write; published by release
 *      24      4  spins before a sleep          the spinlock
 *     128  256*64 names of the tranches         the spinlock to write; constant below the number
 *   16512    n*128 wait slots
 *
 * A wait slot:
 *
 *       0      4  0 not waiting, 1 waiting, 2 taken off the list and about to be woken
 *       4      4  mode: 0 exclusive, 1 shared, 2 until the lock is free
 *       8      4  next      number of a wait slot, -1 at the end; 0 in both if in no list
 *      12      4  previous
 *      16      4  next free slot                the spinlock
 * </pre>
 *
 * <p>Tranche is 2 bytes in PostgreSQL and has 2 of padding behind. The rest of the lock is the same, bit for bit.
 */
package dev.palloc.lwlock;
