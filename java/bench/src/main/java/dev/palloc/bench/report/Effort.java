package dev.palloc.bench.report;

/**
 * How long is measured, for one trace on one platform.
 *
 * @param quick whether this is the short kind
 * @param forks JVMs, one after the other
 * @param warmupIterations iterations in each that do not count
 * @param warmupMillis length of such an iteration
 * @param iterations iterations in each that count
 * @param millis length of such an iteration
 */
public record Effort(boolean quick, int forks, int warmupIterations, int warmupMillis, int iterations, int millis) {

    /** Six traces on two platforms within a minute, reading, hashing and the start of twelve JVMs included. */
    public static final Effort QUICK = new Effort(true, 1, 3, 300, 5, 200);

    /** For figures to keep. */
    public static final Effort FULL = new Effort(false, 3, 6, 500, 10, 400);
}
