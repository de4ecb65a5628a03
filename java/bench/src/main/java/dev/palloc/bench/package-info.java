/** Measurements: recorded traces replayed, and the comparison of the two platforms. */
package dev.palloc.bench;
