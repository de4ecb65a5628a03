/**
 * Measurements: recorded traces replayed, the two platforms compared, contexts beside other
 * allocators, atomics by strategy, locks beside those of the JDK.
 */
package dev.palloc.bench;
