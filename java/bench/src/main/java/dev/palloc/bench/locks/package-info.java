/**
 * One exclusive lock, a section of some ten nanoseconds and ever more threads: the wait-list test. A lock is judged by three
 * things: whether its throughput flattens or collapses, how long the unluckiest waits, and how evenly it is shared.
 */
package dev.palloc.bench.locks;
