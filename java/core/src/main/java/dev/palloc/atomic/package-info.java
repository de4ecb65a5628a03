/**
 * Synchronisation on off-heap words, so that its state can live in an arena and be shared.
 *
 * <pre>
 *   SpinLock      AtomicFlag                locks of a few instructions
 *       |             |
 *       |      Atomic32, Atomic64           the operations of PostgreSQL's atomics.h, with its ordering
 *       |             |
 *       |      AtomicStrategy               four ways to do each, one of them the default
 *       |             |
 *   RawMemory    VarHandle or the C layer
 * </pre>
 *
 * <p>Words are 4 or 8 bytes, never fewer: byte-wide atomics are slow or missing on some processors and JITs. Nothing
 * here has state of its own but the estimate of {@link dev.palloc.atomic.SpinDelay}.
 */
package dev.palloc.atomic;
