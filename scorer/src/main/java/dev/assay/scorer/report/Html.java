package dev.assay.scorer.report;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes a page that is HTML and well-formed XML at once, so that a test can parse it with the JDK alone. What comes
 * from outside goes through {@link #text} or an attribute and cannot become markup; {@link #trusted} is for the
 * product's own style sheet and script.
 */
final class Html {
    private final StringBuilder page = new StringBuilder(1 << 16);
    private final Deque<String> open = new ArrayDeque<>();

    Html() {
        page.append("<!DOCTYPE html>\n");
    }

    /**
     * Opens an element.
     *
     * @param tag its name
     * @param attributes names and values by turns
     */
    Html open(String tag, String... attributes) {
        start(tag, attributes);
        page.append('>');
        open.push(tag);
        return this;
    }

    /** Closes the innermost element, which must be that one. */
    Html close(String tag) {
        String innermost = open.poll();
        if (!tag.equals(innermost)) {
            throw new IllegalStateException("</" + tag + "> closes <" + innermost + ">");
        }
        page.append("</").append(tag).append('>');
        if (isBlock(tag)) {
            page.append('\n');
        }
        return this;
    }

    /** An element that holds only text. */
    Html leaf(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close(tag);
    }

    /** An element that can hold nothing, such as {@code meta} or an SVG shape without a title. */
    Html empty(String tag, String... attributes) {
        start(tag, attributes);
        page.append("/>");
        return this;
    }

    /** Text from anywhere. */
    Html text(String text) {
        escape(SafeText.clean(text));
        return this;
    }

    /** The product's own style sheet or script, unescaped. */
    Html trusted(String source) {
        if (source.indexOf('<') >= 0 || source.indexOf('&') >= 0) {
            throw new IllegalArgumentException("it would read differently as HTML and as XML (holds < or &)");
        }
        page.append(source);
        return this;
    }

    /** The whole page, once every element is closed. */
    String page() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("<" + open.peek() + "> is not closed");
        }
        return page.toString();
    }

    private void start(String tag, String... attributes) {
        if (attributes.length % 2 != 0) {
            throw new IllegalArgumentException("<" + tag + ">: an attribute without a value");
        }
        page.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            page.append(' ').append(attributes[i]).append("=\"");
            escape(SafeText.clean(attributes[i + 1]));
            page.append('"');
        }
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> page.append("&amp;");
                case '<' -> page.append("&lt;");
                case '>' -> page.append("&gt;");
                case '"' -> page.append("&quot;");
                case '\'' -> page.append("&#39;");
                default -> page.append(c);
            }
        }
    }

    private static boolean isBlock(String tag) {
        return switch (tag) {
            case "section", "header", "footer", "main", "table", "tr", "div", "figure", "p", "h1", "h2", "h3", "dl" ->
                true;
            case "details", "summary", "svg", "rect", "style", "script", "title", "head", "nav", "ul", "li" -> true;
            default -> false;
        };
    }
}
