package dev.palloc.bench.report;

/**
 * What one trace gave on both platforms.
 *
 * @param trace its name
 * @param records how many it has
 * @param allocations how many of them hand out a chunk
 * @param onNative on the native platform
 * @param onJava on the pure Java platform
 */
public record TraceResult(String trace, int records, int allocations, PlatformResult onNative, PlatformResult onJava) {

    /**
     * Whether both platforms did the same to memory.
     *
     * @return true if the digests are equal
     */
    public boolean digestsAgree() {
        return onNative.parity().digest().equals(onJava.parity().digest());
    }

    /**
     * Time in pure Java by time on the native platform.
     *
     * @return the ratio of the medians
     */
    public double ratio() {
        return onJava.nsPerRecord().median() / onNative.nsPerRecord().median();
    }

    /**
     * Whether the middle halves of the two platforms' times have no figure in common.
     *
     * @return true if the difference is more than the usual spread
     */
    public boolean clearDifference() {
        Samples nativeTimes = onNative.nsPerRecord();
        Samples javaTimes = onJava.nsPerRecord();
        return nativeTimes.upperQuartile() < javaTimes.lowerQuartile()
                || javaTimes.upperQuartile() < nativeTimes.lowerQuartile();
    }
}
