/**
 * Flight Recorder events of memory contexts. All are off until a recording enables them, for example with
 * {@code -XX:StartFlightRecording:dev.palloc.ContextDeleted#enabled=true}; off, they cost nothing. They carry names that
 * the program gave its contexts, and no data out of chunks.
 *
 * <p>An event is written when what it tells of is complete, by the thread that did it. Sizes are bytes.
 */
package dev.palloc.memory.event;
