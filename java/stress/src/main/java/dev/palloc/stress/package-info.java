/**
 * Concurrency stress tests: what two threads do to one word or one lock at the same time, millions of times, and every
 * outcome counted. An outcome that the contract excludes is forbidden and has a name.
 *
 * <p>The tests of atomics use {@link dev.palloc.atomic.Atomic32} and {@link dev.palloc.atomic.Atomic64}; the property
 * {@code dev.palloc.atomics} makes a run one of a single strategy, and {@code ci/stress} makes one for each. In the form
 * of the property the strategy is a constant to the JIT, as it is in a program.
 */
package dev.palloc.stress;
