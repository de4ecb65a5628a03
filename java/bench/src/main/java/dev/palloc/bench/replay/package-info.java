/** Replaying traces through the library, for speed and for parity. */
package dev.palloc.bench.replay;
