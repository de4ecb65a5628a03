/**
 * Runs the lock protocol through every interleaving of two or three participants: the class files of the library
 * themselves, not a model written beside them.
 *
 * <p>{@link dev.palloc.lwlock.interleaving.RewritingLoader} loads the protocol's classes with other names in place of
 * what they use: atomics, raw memory, threads, parking. Those others,
 * {@link dev.palloc.lwlock.interleaving.Steps} and its kin, work on the memory of a
 * {@link dev.palloc.lwlock.interleaving.State} and stop after each step that another thread could see. What a thread
 * does next follows from the results of its steps so far, so a state is that memory and a history for each thread, and
 * {@link dev.palloc.lwlock.interleaving.Execution} brings a thread back to where it was by feeding it its history.
 * {@link dev.palloc.lwlock.interleaving.Interleavings} visits all states that can be reached.
 *
 * <p>What is left out: <ul>
 * <li>Memory is sequentially consistent here. The orderings are argued at the fields.
 * <li>Plain accesses, those of the wait list's links, are no steps of their own. That is sound because they are
 *     protected, which is checked at each of them: by the wait list's lock, or because the slot has been taken off the
 *     list by this thread. The same goes for who is announced at a slot.
 * <li>To wait for the wait list's lock is one step, possible when it is free: a failed attempt changes nothing.
 * <li>A thread wakes from parking for a reason only: unparked, interrupted, time is up.
 * <li>Results that the protocol does not look at are not kept: what fetchAnd returns, and of fetchOr all but the bit
 *     that was asked for. Whoever begins to look at them must keep them here.
 * </ul>
 *
 * <p>With two threads each access to a shared word is a step. With three there would be too many states;
 * {@link dev.palloc.lwlock.interleaving.Scenario#coarse} makes one step of all that is done while the wait list is
 * locked. It is checked that such a section changes the lock's state at most once beside that bit, so that nobody, who
 * can see no more of the section than the state, sees a moment within it.
 */
package dev.palloc.lwlock.interleaving;
