package dev.palloc.bench.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.text.NumberFormat;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.category.DefaultCategoryDataset;

/** A chart of horizontal bars, one group for each trace. */
final class BarChart {
    private static final int WIDTH = 820;
    private static final int BAR_HEIGHT = 20;
    private static final int GROUP_GAP = 18;
    private static final int AXIS_HEIGHT = 56;
    private static final double LABEL_ROOM = 0.12;
    private static final Font TEXT_FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    private static final Color TRANSPARENT = new Color(0, 0, 0, 0);

    private BarChart() {}

    /**
     * Draws a chart.
     *
     * @param id distinguishes the chart from others on its page
     * @param axis what the numbers are
     * @param digits after the point
     * @param traces the groups
     * @param series the bars in each
     * @return an SVG element
     */
    static String svg(String id, String axis, int digits, List<TraceResult> traces, List<Series> series) {
        NumberFormat format = NumberFormat.getNumberInstance(Locale.ROOT);
        format.setMinimumFractionDigits(digits);
        format.setMaximumFractionDigits(digits);
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (TraceResult trace : traces) {
            for (Series bars : series) {
                data.addValue(bars.figure().applyAsDouble(trace), bars.name(), trace.trace());
            }
        }
        JFreeChart chart =
                ChartFactory.createBarChart(null, null, axis, data, PlotOrientation.HORIZONTAL, false, false, false);
        style(chart, format, series);
        int height = AXIS_HEIGHT + traces.size() * (series.size() * BAR_HEIGHT + GROUP_GAP);
        return SvgDrawing.draw(id, axis, chart, WIDTH, height);
    }

    private static void style(JFreeChart chart, NumberFormat format, List<Series> series) {
        chart.setBackgroundPaint(TRANSPARENT);
        chart.setPadding(new RectangleInsets(4, 0, 0, 0));
        CategoryPlot plot = chart.getCategoryPlot();
        plot.setBackgroundPaint(TRANSPARENT);
        plot.setOutlineVisible(false);
        plot.setRangeGridlinePaint(ChartColors.GRID);
        plot.setRangeGridlineStroke(new BasicStroke(1));

        plot.getDomainAxis().setTickLabelFont(TEXT_FONT);
        plot.getDomainAxis().setTickLabelPaint(ChartColors.TEXT);
        plot.getDomainAxis().setAxisLinePaint(ChartColors.GRID);
        plot.getDomainAxis().setTickMarksVisible(false);
        plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.4f);
        plot.getDomainAxis().setLowerMargin(0.01);
        plot.getDomainAxis().setUpperMargin(0.01);

        NumberAxis numbers = (NumberAxis) plot.getRangeAxis();
        numbers.setTickLabelFont(TEXT_FONT);
        numbers.setTickLabelPaint(ChartColors.TEXT);
        numbers.setLabelFont(TEXT_FONT);
        numbers.setLabelPaint(ChartColors.TEXT);
        numbers.setAxisLineVisible(false);
        numbers.setTickMarksVisible(false);
        numbers.setUpperMargin(LABEL_ROOM);

        BarRenderer renderer = (BarRenderer) plot.getRenderer();
        renderer.setBarPainter(new StandardBarPainter());
        renderer.setShadowVisible(false);
        renderer.setItemMargin(0.08);
        renderer.setDefaultItemLabelGenerator(new StandardCategoryItemLabelGenerator("{2}", format));
        renderer.setDefaultItemLabelsVisible(true);
        renderer.setItemLabelInsets(new RectangleInsets(2, 5, 2, 5));
        renderer.setDefaultItemLabelFont(TEXT_FONT);
        renderer.setDefaultItemLabelPaint(ChartColors.TEXT);
        for (int i = 0; i < series.size(); i++) {
            renderer.setSeriesPaint(i, series.get(i).color());
        }
    }
}
