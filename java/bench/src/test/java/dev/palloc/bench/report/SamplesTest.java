package dev.palloc.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SamplesTest {
    @Test
    void medianAndQuartilesLieBetweenFigures() {
        Samples four = new Samples(4, 1, 3, 2);
        assertThat(four.median()).isEqualTo(2.5);
        assertThat(four.lowerQuartile()).isEqualTo(1.75);
        assertThat(four.upperQuartile()).isEqualTo(3.25);
        assertThat(four.min()).isEqualTo(1);
        assertThat(four.max()).isEqualTo(4);
        assertThat(new Samples(9, 1, 5).median()).isEqualTo(5);
    }

    @Test
    void oneFigureStandsForAll() {
        Samples one = new Samples(7);
        assertThat(new double[] {one.min(), one.lowerQuartile(), one.median(), one.upperQuartile(), one.max()})
                .containsOnly(7);
    }

    @Test
    void theArrayIsNotShared() {
        double[] values = {3, 1};
        Samples samples = new Samples(values);
        values[0] = 100;
        samples.values()[0] = 100;
        assertThat(samples.values()).containsExactly(1, 3);
        assertThat(values[1]).isEqualTo(1);
    }

    @Test
    void noFiguresAreRefused() {
        assertThatThrownBy(Samples::new).isInstanceOf(IllegalArgumentException.class);
    }
}
