/** Lightweight locks: exclusion, sharing, visibility, and no wait without end. */
package dev.palloc.stress.lwlock;
