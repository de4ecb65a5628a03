package dev.palloc.bench.report;

import java.util.Arrays;

/** Measured figures of one kind, at least one. The median stands for them: one disturbed iteration does not move it. */
public final class Samples {
    private final double[] sorted;

    /**
     * Samples in any order.
     *
     * @param values the figures, at least one
     * @throws IllegalArgumentException if there is none
     */
    public Samples(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no samples");
        }
        sorted = values.clone();
        Arrays.sort(sorted);
    }

    /**
     * The middle figure.
     *
     * @return the median
     */
    public double median() {
        return quantile(0.5);
    }

    /**
     * The smallest figure.
     *
     * @return the minimum
     */
    public double min() {
        return sorted[0];
    }

    /**
     * The largest figure.
     *
     * @return the maximum
     */
    public double max() {
        return sorted[sorted.length - 1];
    }

    /**
     * A quarter of the figures is below.
     *
     * @return the first quartile
     */
    public double lowerQuartile() {
        return quantile(0.25);
    }

    /**
     * A quarter of the figures is above.
     *
     * @return the third quartile
     */
    public double upperQuartile() {
        return quantile(0.75);
    }

    /**
     * All figures.
     *
     * @return a copy, in rising order
     */
    public double[] values() {
        return sorted.clone();
    }

    /** Linear between the two nearest figures. */
    private double quantile(double share) {
        double place = share * (sorted.length - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
