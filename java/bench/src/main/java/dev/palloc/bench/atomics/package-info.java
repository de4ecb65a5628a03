/**
 * The price of atomic operations by strategy: alone, and with many threads on one word, on one line, on neighbouring lines
 * and on padded ones. The same loops exist in C, called as a process, so that the price of the downcall shows.
 */
package dev.palloc.bench.atomics;
