package dev.palloc.bench.replay;

/**
 * What a replay for parity found.
 *
 * @param digest 16 hexadecimal digits
 * @param blocksTaken blocks that the contexts took
 * @param peakBytes largest sum of the sizes of all blocks out at one time
 */
public record DigestResult(String digest, long blocksTaken, long peakBytes) {}
