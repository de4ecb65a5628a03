/** Atomic operations: nothing is lost or torn, and each is a full barrier. */
package dev.palloc.stress.atomic;
