package dev.palloc.bench.compare;

import dev.palloc.bench.trace.Trace;
import dev.palloc.bench.trace.TraceSource;

/** A trace with where it came from and what to call it: two files may have one name. */
record LoadedTrace(String label, TraceSource source, Trace trace) {}
