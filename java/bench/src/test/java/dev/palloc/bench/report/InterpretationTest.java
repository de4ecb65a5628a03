package dev.palloc.bench.report;

import static dev.palloc.bench.report.Examples.comparison;
import static dev.palloc.bench.report.Examples.trace;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The words follow the figures. */
class InterpretationTest {
    @Test
    void smallDifferencesAreWithinTheSpread() {
        String text = Interpretation.of(comparison(trace("a", 7, 7.1), trace("b", 8, 7.9)));
        assertThat(text)
                .contains("The digests of all 2 traces agree")
                .contains("Pure Java takes 0.99 to 1.01 times as long")
                .contains("1.00 times in the geometric mean")
                .contains("All differences are within the spread")
                .contains("Contexts take a block once in 500 records")
                .doesNotContain("quick")
                .doesNotContain("busy");
    }

    @Test
    void clearDifferencesAreNamedWithTheirDirection() {
        String text = Interpretation.of(comparison(trace("a", 7, 8.4), trace("b", 8, 8), trace("c", 10, 9)));
        assertThat(text)
                .contains(
                        "Beyond the spread of the measurement are a (Java takes 20.0 % longer), c (Java takes 10.0 % less);"
                                + " the rest is within.");
    }

    @Test
    void allMayDifferClearly() {
        assertThat(Interpretation.of(comparison(trace("a", 5, 10))))
                .contains("Pure Java takes 2.00 times as long as the native platform.")
                .contains("are a (Java takes 100.0 % longer).")
                .doesNotContain("the rest");
    }

    @Test
    void differentDigestsAreAFault() {
        String text = Interpretation.of(comparison(trace("a", 7, 7), trace("b", 8, 8, "fedcba9876543210")));
        assertThat(text)
                .startsWith("The digests of b differ")
                .contains("a fault")
                .doesNotContain("agree");
    }

    @Test
    void quickRunsAndBusyMachinesAreConfessed() {
        String text = Interpretation.of(comparison(9.5, Effort.QUICK, trace("a", 7, 7)));
        assertThat(text)
                .contains("This was a quick run")
                .contains("The machine was busy when it began (load 9.5 on 8 processors)");
    }
}
