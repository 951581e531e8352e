package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.scorer.report.SampleRun.Weather;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

/** The page for people who do not see it, or not well. */
class PageAccessTest {
    @TempDir
    private Path directory;

    @Test
    void chartsAndTablesSayWhatTheyShow() {
        PageView page = PageView.of(new SampleRun("run", 900, 3, Weather.GRADED).report(), directory);

        assertThat(page.all("//*[name()='svg'][not(ancestor::*[@aria-hidden='true'])]"))
                .isNotEmpty()
                .allMatch(svg -> svg.getAttribute("role").equals("img"))
                .noneMatch(svg -> svg.getAttribute("aria-label").isBlank());
        assertThat(page.all("//table")).isNotEmpty();
        assertThat(page.all("//table[not(caption)]")).isEmpty();
        assertThat(page.all("//th[not(@scope)]")).isEmpty();
        assertThat(page.all("//details[@class='numbers']//table")).hasSize(2);
    }

    @Test
    void headingsFollowOnEachOtherAndLinksHaveTargets() {
        PageView page = PageView.of(new SampleRun("run", 900, 3, Weather.MIXED).report(), directory);

        int before = 0;
        for (Element heading : page.all("//h1 | //h2 | //h3 | //h4")) {
            int level = heading.getTagName().charAt(1) - '0';
            assertThat(level).as(PageView.text(heading)).isLessThanOrEqualTo(before + 1);
            before = level;
        }
        List<String> ids = page.all("//*[@id]").stream()
                .map(element -> element.getAttribute("id"))
                .toList();
        assertThat(ids).doesNotHaveDuplicates();
        assertThat(page.all("//nav//a"))
                .hasSize(10)
                .allMatch(link -> ids.contains(link.getAttribute("href").substring(1)));
        assertThat(page.all("//section[@aria-labelledby]"))
                .allMatch(section -> ids.contains(section.getAttribute("aria-labelledby")));
    }

    @Test
    void everyBandHasItsColourInBothSchemes() throws IOException {
        String css = css();

        for (Band band : Band.values()) {
            Matcher rule = Pattern.compile(Pattern.quote("." + band.style()) + " \\{ --c: var\\((--[a-z-]+)\\)")
                    .matcher(css);
            assertThat(rule.find()).as(band.label()).isTrue();
            assertThat(colours(css, false)).containsKey(rule.group(1));
            assertThat(colours(css, true)).containsKey(rule.group(1));
        }
    }

    @Test
    void textsStandOutFromTheirGround() throws IOException {
        for (boolean isDark : new boolean[] {false, true}) {
            Map<String, String> colours = colours(css(), isDark);
            for (String text : List.of("--ink", "--quiet", "--accent", "--warn")) {
                for (String ground : List.of("--ground", "--raised")) {
                    assertThat(contrast(colours, text, ground))
                            .as(text + " on " + ground + (isDark ? ", dark" : ", light"))
                            .isGreaterThanOrEqualTo(4.5);
                }
            }
            assertThat(contrast(colours, "--warn", "--warn-ground")).isGreaterThanOrEqualTo(4.5);
            assertThat(contrast(colours, "--ink", "--warn-ground")).isGreaterThanOrEqualTo(4.5);
        }
    }

    private static String css() throws IOException {
        try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream("report.css"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The colours by variable; the dark ones are in the style sheet's first block for dark screens. */
    private static Map<String, String> colours(String css, boolean isDark) {
        int dark = css.indexOf("prefers-color-scheme: dark");
        String block = isDark ? css.substring(dark, css.indexOf("\n}", dark)) : css.substring(0, dark);
        Map<String, String> colours = new HashMap<>();
        Matcher colour = Pattern.compile("(--[a-z-]+): (#[0-9a-f]{6});").matcher(block);
        while (colour.find()) {
            colours.put(colour.group(1), colour.group(2));
        }
        return colours;
    }

    private static double contrast(Map<String, String> colours, String text, String ground) {
        double a = luminance(Objects.requireNonNull(colours.get(text)));
        double b = luminance(Objects.requireNonNull(colours.get(ground)));
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    /** Relative luminance as WCAG 2 defines it. */
    private static double luminance(String colour) {
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
            sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
        }
        return sum;
    }
}
