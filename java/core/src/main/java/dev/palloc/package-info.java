/**
 * The exceptions that every layer of Palloc throws.
 *
 * <p>Bad arguments are {@link java.lang.IllegalArgumentException}, calls at the wrong moment
 * {@link java.lang.IllegalStateException}. What the memory itself is to blame for is a
 * {@link dev.palloc.PallocException}: there was none left, or a header in it is not one of ours. Each message names the
 * context or structure, the values, and what to change. After any of them nothing is lost and all accounting is as it
 * was before the call.
 */
package dev.palloc;
