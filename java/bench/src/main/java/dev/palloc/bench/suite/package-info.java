/**
 * What {@code ci/bench} runs: suites by name, measured by JMH, written as tables with what they mean and as raw results. The
 * benchmarks are in the packages beside this one.
 */
package dev.palloc.bench.suite;
