package dev.palloc.bench.report;

import java.awt.Color;
import java.util.function.ToDoubleFunction;

/** Bars of one colour in a chart: a figure of each trace. */
record Series(String name, Color color, ToDoubleFunction<TraceResult> figure) {}
