/** Spinlocks: exclusion and visibility. */
package dev.palloc.stress.spinlock;
