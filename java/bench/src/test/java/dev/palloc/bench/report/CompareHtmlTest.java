package dev.palloc.bench.report;

import static dev.palloc.bench.report.Examples.comparison;
import static dev.palloc.bench.report.Examples.trace;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CompareHtmlTest {
    @BeforeAll
    static void withoutScreen() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void everyPlaceOfTheTemplateIsFilled() {
        assertThat(CompareHtml.page(comparison(trace("a", 7, 8))))
                .startsWith("<!DOCTYPE html>")
                .doesNotContain("{{")
                .doesNotContain("null")
                .contains("All digests agree")
                .contains("7.00<br><small>6.80&ndash;7.20</small>")
                .contains("cache line of 128 bytes, source SYSFS")
                .contains("3 JVMs for each trace");
    }

    @Test
    void textFromOutsideIsEscaped() {
        String page = CompareHtml.page(comparison(trace("<script>alert(1)</script>", 7, 8)));
        assertThat(page)
                .doesNotContain("<script")
                .contains("&lt;script&gt;")
                .contains("A CPU &lt;fast&gt;")
                .contains("&quot;jar&quot;");
    }

    @Test
    void thePageNeedsNothingElse() {
        // Names of XML namespaces look like links and are none.
        String page = CompareHtml.page(comparison(trace("a", 7, 8))).replaceAll("xmlns(:\\w+)?=\"[^\"]*\"", "");
        assertThat(page).doesNotContain("http:").doesNotContain("https:").doesNotContainPattern("(src|href)=\"[^#]");
    }

    @Test
    void differentDigestsAreShown() {
        assertThat(CompareHtml.page(comparison(trace("a", 7, 8, "fedcba9876543210"))))
                .contains("class=\"verdict bad\">Digests differ")
                .contains("0123456789abcdef native<br>fedcba9876543210 Java");
    }

    @Test
    void chartsTakeTheirColoursFromThePageAndIdsAreUnique() {
        String page = CompareHtml.page(comparison(trace("a", 7, 8)));
        if (page.contains("class=\"missing\">This chart")) {
            // A machine without fonts: the page says so three times and stays whole.
            assertThat(page.split("This chart is missing", -1)).hasSize(4);
            return;
        }
        assertThat(page.split("<svg", -1)).hasSize(4);
        assertThat(page)
                .contains("fill:var(--native)", "fill:var(--java)", "fill:var(--both)", "currentColor")
                .doesNotContain("rgb(1,1,");
        List<String> ids = Pattern.compile("\\sid=\"([^\"]*)\"")
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
    }
}
