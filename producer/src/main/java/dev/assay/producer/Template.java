package dev.assay.producer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A prompt with {@code {field}} in it; <code>{{</code> and <code>}}</code> stand for braces themselves. */
final class Template {
    private final List<Part> parts;

    private Template(List<Part> parts) {
        this.parts = parts;
    }

    private sealed interface Part {
        record Text(String text) implements Part {}

        record Field(String name) implements Part {}
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException when a brace is not closed, a field has no name or there is no field at all
     */
    static Template parse(String template) {
        List<Part> parts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < template.length()) {
            char c = template.charAt(i);
            boolean doubled = i + 1 < template.length() && template.charAt(i + 1) == c;
            if ((c == '{' || c == '}') && doubled) {
                text.append(c);
                i += 2;
            } else if (c == '{') {
                int end = template.indexOf('}', i);
                String name = end < 0 ? "" : template.substring(i + 1, end).strip();
                if (name.isEmpty()) {
                    throw bad(template, i, end < 0 ? "is not closed" : "names no field");
                }
                parts.add(new Part.Text(text.toString()));
                parts.add(new Part.Field(name));
                text.setLength(0);
                i = end + 1;
            } else if (c == '}') {
                throw bad(template, i, "closes nothing");
            } else {
                text.append(c);
                i++;
            }
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "template: '" + template + "' names no field, so all prompts would be alike (expected: {field})");
        }
        parts.add(new Part.Text(text.toString()));
        return new Template(parts);
    }

    /** Fields that it names, in order. */
    List<String> fields() {
        List<String> names = new ArrayList<>();
        for (Part part : parts) {
            if (part instanceof Part.Field(String name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** The prompt, with a value for each field. */
    String fill(Function<String, String> values) {
        StringBuilder prompt = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String text) -> prompt.append(text);
                case Part.Field(String name) -> prompt.append(values.apply(name));
            }
        }
        return prompt.toString();
    }

    private static IllegalArgumentException bad(String template, int index, String what) {
        return new IllegalArgumentException("template: the brace at character " + (index + 1) + " of '" + template
                + "' " + what + " (expected: {field}, or {{ and }} for braces)");
    }
}
