/**
 * Allocation traces of a real server: finding, reading, checking. What comes out is checked so far that replaying it
 * cannot corrupt memory: raw pointers are only ever freed while they are alive.
 */
package dev.palloc.bench.trace;
