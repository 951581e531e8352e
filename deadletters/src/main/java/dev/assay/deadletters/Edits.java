package dev.assay.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.runtime.DurationText;
import dev.assay.schemas.Job;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Changes that every job of a replay gets, each written {@code PATH=VALUE}. A path is a field of the job ({@code route},
 * {@code lane}, {@code priority}, {@code maxTokens}, {@code maxWait}, {@code requiredRegion}, {@code deadline},
 * {@code maxAge}), a tag ({@code tags.NAME}) or a place in its request ({@code body.temperature},
 * {@code body.messages[0].content}, {@code body/messages/0/content}). A value in the request is JSON where it can be read
 * as that, and text where not; no value takes the old one away.
 */
public final class Edits {
    /** No change. */
    public static final Edits NONE = new Edits(List.of());

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String EXPECTED =
            "expected: route, lane, priority, maxTokens, maxWait, requiredRegion, deadline,"
                    + " maxAge, tags.NAME or body.PATH";

    private final List<Change> changes;

    private Edits(List<Change> changes) {
        this.changes = List.copyOf(changes);
    }

    /** One of them. */
    private interface Change {
        void apply(JobChange job) throws BadFieldException;
    }

    /**
     * Reads changes.
     *
     * @param settings each {@code PATH=VALUE}; a later one of the same path wins
     */
    public static Edits parse(List<String> settings) throws BadFieldException {
        List<Change> changes = new ArrayList<>();
        for (String setting : settings) {
            int sign = setting.indexOf('=');
            if (sign < 1) {
                throw new BadFieldException(setting, "no change (expected: PATH=VALUE)");
            }
            String value = setting.substring(sign + 1).strip();
            changes.add(change(setting.substring(0, sign).strip(), value.isEmpty() ? null : value));
        }
        return new Edits(changes);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    /** A job with the changes. */
    Edited apply(Job job) throws BadFieldException {
        JobChange change = new JobChange(job);
        for (Change one : changes) {
            one.apply(change);
        }
        return changes.isEmpty() ? Edited.unchanged(job) : change.done();
    }

    private static Change change(String path, @Nullable String value) throws BadFieldException {
        if (path.startsWith("body.") || path.startsWith("body/")) {
            RawPath place = RawPath.parse("body", path.substring(path.charAt(4) == '.' ? 5 : 4));
            if (place.steps().isEmpty()) {
                throw new BadFieldException(path, "no path (expected: such as body.temperature)");
            }
            String written = value == null ? null : written(value);
            return job -> job.body(place, written);
        }
        if (path.startsWith("tags.") && path.length() > "tags.".length()) {
            JsonNode text = value == null ? null : NODES.textNode(text(value));
            return job -> job.tag(path.substring("tags.".length()), text);
        }
        return switch (path) {
            case "route", "lane" -> {
                JsonNode text = NODES.textNode(text(required(path, value)));
                yield job -> job.field(path, text);
            }
            case "maxWait", "requiredRegion" -> {
                JsonNode text = value == null || value.equals("null") ? NODES.nullNode() : NODES.textNode(text(value));
                yield job -> job.field(path, text);
            }
            case "priority" -> {
                JsonNode number = NODES.numberNode(number(path, required(path, value)));
                yield job -> job.field(path, number);
            }
            case "maxTokens" -> {
                Integer number = value == null || value.equals("null") ? null : number(path, value);
                yield job -> job.maxTokens(number);
            }
            case "deadline" -> {
                Instant time = time(path, text(required(path, value)));
                yield job -> job.deadline(time);
            }
            case "maxAge" -> {
                Duration age = age(path, text(required(path, value)));
                yield job -> job.maxAge(age);
            }
            default -> throw new BadFieldException(path, "cannot be changed (" + EXPECTED + ")");
        };
    }

    private static String required(String path, @Nullable String value) throws BadFieldException {
        if (value == null) {
            throw new BadFieldException(path, "no value (a job cannot be without it)");
        }
        return value;
    }

    /** As it stands in a request. */
    private static String written(String value) {
        return RawJson.parse(value) == null ? RawJson.string(value) : value;
    }

    /** The text that is meant, with quotation marks round it or without. */
    private static String text(String value) {
        JsonNode parsed = RawJson.parse(value);
        return parsed != null && parsed.isTextual() ? parsed.textValue() : value;
    }

    private static int number(String path, String value) throws BadFieldException {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new BadFieldException(path, value + " (expected: a whole number)");
        }
    }

    private static Instant time(String path, String value) throws BadFieldException {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw new BadFieldException(path, value + " (expected: a time such as 2026-12-01T12:00:00Z)");
        }
    }

    private static Duration age(String path, String value) throws BadFieldException {
        Duration age;
        try {
            age = DurationText.parse(value);
        } catch (IllegalArgumentException e) {
            throw new BadFieldException(path, String.valueOf(e.getMessage()));
        }
        if (!age.isPositive()) {
            throw new BadFieldException(path, value + " (expected: > 0)");
        }
        return age;
    }
}
