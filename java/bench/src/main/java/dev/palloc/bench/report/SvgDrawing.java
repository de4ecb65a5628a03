package dev.palloc.bench.report;

import java.awt.Dimension;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGIDGenerator;
import org.jfree.chart.JFreeChart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Draws charts as SVG elements to put into a page. */
final class SvgDrawing {
    private static final String SVG = "http://www.w3.org/2000/svg";

    private SvgDrawing() {}

    static String draw(String id, String description, JFreeChart chart, int width, int height) {
        try {
            Document document = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument(SVG, "svg", null);
            SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
            context.setComment(null);
            // Ids are common to all drawings of a page, and a clip of another chart would hide half of this one.
            context.setIDGenerator(new SVGIDGenerator() {
                @Override
                public String generateID(String prefix) {
                    return super.generateID(id + "-" + prefix);
                }
            });
            SVGGraphics2D graphics = new SVGGraphics2D(context, false);
            graphics.setSVGCanvasSize(new Dimension(width, height));
            chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));

            Element root = graphics.getRoot();
            root.setAttributeNS(null, "viewBox", "0 0 " + width + " " + height);
            root.setAttributeNS(null, "role", "img");
            root.setAttributeNS(null, "aria-label", description);
            // The page decides how large it is.
            root.removeAttributeNS(null, "width");
            root.removeAttributeNS(null, "height");
            StringWriter text = new StringWriter();
            graphics.stream(root, text, true, false);
            String svg = text.toString();
            return adapted(id, svg.substring(svg.indexOf("<svg")));
        } catch (ParserConfigurationException | IOException e) {
            throw new IllegalStateException("a document in memory could not be written", e);
        }
    }

    /** Takes font and colours from the page, and makes the one id that is not generated unique too. */
    private static String adapted(String id, String svg) {
        return ChartColors.themed(svg)
                .replace("font-family:sans-serif", "font-family:inherit")
                .replace("font-family:'Dialog'", "font-family:inherit")
                .replace("id=\"genericDefs\"", "id=\"" + id + "-genericDefs\"");
    }
}
