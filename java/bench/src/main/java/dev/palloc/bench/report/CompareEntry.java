package dev.palloc.bench.report;

/**
 * One trace on one platform in {@code compare.json}; the components are the names there. Every entry says where and how
 * it was measured, so that entries of several runs may be put together.
 *
 * @param trace name of the trace
 * @param platform {@code native} or {@code java}
 * @param records records of the trace
 * @param allocations chunks that the trace hands out
 * @param nsPerRecord median time
 * @param nsPerRecordMin shortest time
 * @param nsPerRecordLowerQuartile a quarter of the times is below
 * @param nsPerRecordUpperQuartile a quarter of the times is above
 * @param nsPerRecordMax longest time
 * @param nsPerRecordSamples every iteration's time, in rising order
 * @param digest parity digest
 * @param digestsAgree whether the other platform has the same digest
 * @param blocksTaken blocks that the contexts took
 * @param peakBytes largest sum of the sizes of all blocks out at one time
 * @param forks JVMs measured in
 * @param warmupIterations iterations in each that do not count
 * @param warmupMillis length of such an iteration
 * @param iterations iterations in each that count
 * @param iterationMillis length of such an iteration
 * @param platformReason why the platform serves
 * @param cacheLineBytes size of a cache line, as the platform detected it
 * @param cacheLineSource who said so
 * @param jdk vendor and version
 * @param cpu model of the processor
 * @param processors how many the JVM may use
 * @param os name and version
 * @param arch architecture
 * @param loadAverage load at the start, negative if unknown
 * @param date start of the comparison, ISO 8601
 */
public record CompareEntry(
        String trace,
        String platform,
        int records,
        int allocations,
        double nsPerRecord,
        double nsPerRecordMin,
        double nsPerRecordLowerQuartile,
        double nsPerRecordUpperQuartile,
        double nsPerRecordMax,
        double[] nsPerRecordSamples,
        String digest,
        boolean digestsAgree,
        long blocksTaken,
        long peakBytes,
        int forks,
        int warmupIterations,
        int warmupMillis,
        int iterations,
        int iterationMillis,
        String platformReason,
        int cacheLineBytes,
        String cacheLineSource,
        String jdk,
        String cpu,
        int processors,
        String os,
        String arch,
        double loadAverage,
        String date) {

    static CompareEntry of(Comparison all, TraceResult result, PlatformFacts platform, PlatformResult figures) {
        Samples times = figures.nsPerRecord();
        Effort effort = all.effort();
        Machine machine = all.machine();
        return new CompareEntry(
                result.trace(),
                platform.name(),
                result.records(),
                result.allocations(),
                times.median(),
                times.min(),
                times.lowerQuartile(),
                times.upperQuartile(),
                times.max(),
                times.values(),
                figures.parity().digest(),
                result.digestsAgree(),
                figures.parity().blocksTaken(),
                figures.parity().peakBytes(),
                effort.forks(),
                effort.warmupIterations(),
                effort.warmupMillis(),
                effort.iterations(),
                effort.millis(),
                platform.reason(),
                platform.cacheLine().bytes(),
                platform.cacheLine().source().name(),
                machine.jdk(),
                machine.cpu(),
                machine.processors(),
                machine.os(),
                machine.arch(),
                machine.load(),
                all.date().toString());
    }
}
