package dev.palloc.bench.report;

import java.awt.Color;

/**
 * Colours of the charts. What the chart library draws with are markers only; in the SVG text they become the page's own
 * colours, which follow the reader's choice of light or dark.
 */
final class ChartColors {
    static final Color TEXT = new Color(1, 1, 3);
    static final Color GRID = new Color(1, 1, 5);
    static final Color NATIVE = new Color(1, 1, 7);
    static final Color JAVA = new Color(1, 1, 9);
    static final Color BOTH = new Color(1, 1, 11);

    private ChartColors() {}

    static String themed(String svg) {
        return svg.replace(marker(TEXT), "currentColor")
                .replace(marker(GRID), "var(--grid)")
                .replace(marker(NATIVE), "var(--native)")
                .replace(marker(JAVA), "var(--java)")
                .replace(marker(BOTH), "var(--both)");
    }

    private static String marker(Color color) {
        return "rgb(" + color.getRed() + "," + color.getGreen() + "," + color.getBlue() + ")";
    }
}
