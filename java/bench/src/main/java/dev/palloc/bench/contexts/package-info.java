/**
 * The price of memory contexts, of both tiers, beside that of the allocators a JVM program has otherwise.
 *
 * <p>In every suite the measured JVM runs one contender only, because the compiler's work on one must not depend on
 * another that ran before. What the contenders have in common is one piece of code for all of them, so that they cannot
 * differ in what they are asked to do.
 */
package dev.palloc.bench.contexts;
