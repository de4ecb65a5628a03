package dev.palloc.bench.report;

import dev.palloc.bench.replay.DigestResult;

/**
 * What one trace gave on one platform.
 *
 * @param parity digest and counts
 * @param nsPerRecord measured times
 */
public record PlatformResult(DigestResult parity, Samples nsPerRecord) {}
