package dev.assay.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A job while it is being changed: its fields, its body as it is written, and what was changed so far. */
final class JobChange {
    private static final RawPath MAX_COMPLETION_TOKENS = new RawPath(List.of("max_completion_tokens"));
    private static final RawPath MAX_TOKENS = new RawPath(List.of("max_tokens"));

    private final ObjectNode fields;
    private String body;
    private final List<Ancestor.Edit> edits = new ArrayList<>();
    private @Nullable Instant deadline;
    private @Nullable Duration maxAge;

    JobChange(Job job) {
        fields = JobFields.of(job);
        body = job.getBody();
    }

    /** Changes a field; nothing happens where it is so already. */
    void field(String name, JsonNode to) {
        JsonNode from = fields.path(name);
        if (!RawJson.same(from, to)) {
            note(name, from, to);
            fields.set(name, to);
        }
    }

    /** Changes a tag, or takes it away where the new value is null. */
    void tag(String name, @Nullable JsonNode to) {
        ObjectNode tags = (ObjectNode) fields.path("tags");
        JsonNode from = tags.get(name);
        if (to == null ? from == null : from != null && RawJson.same(from, to)) {
            return;
        }
        note("tags." + name, from, to);
        if (to == null) {
            tags.remove(name);
        } else {
            tags.set(name, to);
        }
    }

    /** Changes the cap on output tokens where the body states it. */
    void maxTokens(@Nullable Integer to) throws BadFieldException {
        if (to == null) {
            body(MAX_COMPLETION_TOKENS, null);
            body(MAX_TOKENS, null);
        } else {
            boolean isNew = MAX_COMPLETION_TOKENS.get(body) != null;
            body(isNew ? MAX_COMPLETION_TOKENS : MAX_TOKENS, to.toString());
        }
    }

    /**
     * Changes a value in the body.
     *
     * @param to the value as it is to be written; null takes it away
     */
    void body(RawPath path, @Nullable String to) throws BadFieldException {
        if (RawJson.parse(body) == null) {
            throw new BadFieldException(JobFields.BODY, "is not JSON, so nothing in it can be changed");
        }
        String from = path.get(body);
        if (to == null ? from == null : from != null && isSame(from, to)) {
            return;
        }
        body = path.set(body, to);
        String place = path.steps().isEmpty() ? JobFields.BODY : JobFields.BODY + "." + path;
        edits.add(new Ancestor.Edit(place, from, to));
    }

    /** Puts another body in place of one that is not JSON. */
    void replaceBody(String to) {
        edits.add(new Ancestor.Edit(JobFields.BODY, RawJson.string(body), to));
        body = to;
    }

    /** Gives it a deadline. */
    void deadline(Instant to) {
        edits.add(new Ancestor.Edit("deadline", fields.path("deadline").toString(), RawJson.string(to.toString())));
        deadline = to;
    }

    /** Gives it a time from its enqueueing to its deadline. */
    void maxAge(Duration to) {
        edits.add(new Ancestor.Edit("maxAge", null, RawJson.string(to.toString())));
        maxAge = to;
    }

    Edited done() throws BadFieldException {
        return new Edited(JobFields.read(fields, body, "job"), edits, deadline, maxAge);
    }

    private void note(String path, @Nullable JsonNode from, @Nullable JsonNode to) {
        edits.add(new Ancestor.Edit(path, text(from), text(to)));
    }

    private static @Nullable String text(@Nullable JsonNode node) {
        return node == null || node.isMissingNode() || node instanceof NullNode ? null : node.toString();
    }

    private static boolean isSame(String one, String other) {
        JsonNode first = RawJson.parse(one);
        JsonNode second = RawJson.parse(other);
        return first != null && second != null && RawJson.same(first, second);
    }
}
