/** The compare tool: both platforms side by side on recorded traces. */
package dev.palloc.bench.compare;
