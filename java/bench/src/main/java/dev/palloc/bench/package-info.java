/** Measurements: recorded traces replayed, the two platforms compared, and contexts beside other allocators. */
package dev.palloc.bench;
