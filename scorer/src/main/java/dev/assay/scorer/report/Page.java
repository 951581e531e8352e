package dev.assay.scorer.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The page, section by section. It loads nothing: the style sheet and the script are in it, and a policy forbids
 * everything else, so that no answer of a model can make the page do anything.
 */
final class Page {
    private Page() {}

    static String of(Facts facts) {
        Html html = new Html();
        html.open("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en");
        String script = resource("report.js");
        head(html, facts, script);
        html.open("body").open("main");
        HeadSection.write(html, facts);
        if (facts.hasEnded()) {
            links(html, facts);
        }
        OutcomeSection.write(html, facts);
        if (facts.hasEnded()) {
            ScoreSection.write(html, facts);
            SampleSection.write(html, facts);
            TimeSection.write(html, facts);
            LatencySection.write(html, facts);
            FailureSection.write(html, facts);
            EffortSection.write(html, facts);
            SpendSection.write(html, facts);
            ModelSection.write(html, facts);
            SliceSection.write(html, facts);
            ChangeSection.write(html, facts);
            ItemSection.write(html, facts);
        }
        html.close("main");
        html.open("footer")
                .leaf(
                        "p",
                        "Made by Assay on " + Figures.moment(facts.madeAt())
                                + ". This page holds everything it shows and loads nothing. All times are UTC.")
                .close("footer");
        html.open("script").trusted(script).close("script");
        html.close("body").close("html");
        return html.page();
    }

    private static void head(Html html, Facts facts, String script) {
        html.open("head").empty("meta", "charset", "utf-8");
        html.empty("meta", "http-equiv", "Content-Security-Policy", "content", policy(script));
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        html.empty("meta", "name", "robots", "content", "noindex");
        html.leaf("title", facts.runId() + " · Assay run report");
        html.open("style").trusted(resource("report.css")).close("style");
        html.close("head");
    }

    private static String policy(String script) {
        return "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + sha256(script)
                + "'; base-uri 'none'; form-action 'none'";
    }

    private static void links(Html html, Facts facts) {
        html.open("nav", "aria-label", "Sections").open("ul");
        link(html, "outcomes", "Outcomes");
        link(html, "scores", "Scores");
        if (facts.samples() != null) {
            link(html, "samples", "Samples");
        }
        link(html, "time", "Over time");
        link(html, "latency", "Latency");
        link(html, "failures", "Failures");
        link(html, "effort", "Fallbacks and retries");
        link(html, "spend", "Tokens and cost");
        link(html, "models", "Models");
        if (SliceSection.isWorthIt(facts)) {
            link(html, "slices", "Slices");
        }
        if (facts.against() != null) {
            link(html, "changes", "Changes");
        }
        link(html, "items", "Worth a look");
        html.close("ul").close("nav");
    }

    private static void link(Html html, String id, String name) {
        html.open("li").leaf("a", name, "href", "#" + id).close("li");
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not beside " + Page.class.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
