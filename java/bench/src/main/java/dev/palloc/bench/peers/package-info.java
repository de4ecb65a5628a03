/**
 * The allocators that contexts are measured beside, each through the calls its own users make: Netty's two pools, and
 * malloc, jemalloc and mimalloc by critical downcalls, the cheapest a JVM has.
 */
package dev.palloc.bench.peers;
