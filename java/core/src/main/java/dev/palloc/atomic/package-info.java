/**
 * Synchronisation on off-heap words, so that its state can live in an arena.
 *
 * <p>Lock words are 4 bytes, never fewer: byte-wide atomics are slow or missing on some processors and JITs.
 */
package dev.palloc.atomic;
