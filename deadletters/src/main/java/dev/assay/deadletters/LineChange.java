package dev.assay.deadletters;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds out what somebody changed in an exported line. */
final class LineChange {
    private static final Set<String> CHANGEABLE = Set.of(
            "route",
            "lane",
            "priority",
            "maxWait",
            "requiredRegion",
            "expectation",
            "sideEffects",
            "templateId",
            "templateVersion");
    private static final RawPath WHOLE = new RawPath(List.of());

    private LineChange() {}

    /** A job as the line has it: each field and each value of the body that differs is an edit. */
    static Edited of(Job job, @Nullable ObjectNode fields, @Nullable String body) throws BadFieldException {
        JobChange change = new JobChange(job);
        if (fields != null) {
            addFields(JobFields.of(job), fields, change);
        }
        if (body != null && !body.equals(job.getBody())) {
            addBody(WHOLE, job.getBody(), body, change);
        }
        return change.done();
    }

    /**
     * A job that the line gives for bytes that were none.
     *
     * @param letter what is known of the job must be the same
     */
    static Edited mended(Letter letter, ObjectNode fields, @Nullable String body) throws BadFieldException {
        if (body == null) {
            throw new BadFieldException(JobFields.BODY, "missing (expected: the request of the job)");
        }
        Job job = JobFields.read(fields, body, "job");
        requireSame(letter, job);
        return new Edited(
                job,
                List.of(
                        new Ancestor.Edit("job", null, fields.toString()),
                        new Ancestor.Edit(JobFields.BODY, null, body)),
                null,
                null);
    }

    /** A job that other bytes are, given for bytes that were none. */
    static Edited mended(Letter letter, Job job) throws BadFieldException {
        requireSame(letter, job);
        return new Edited(
                job, List.of(new Ancestor.Edit("value", null, JobFields.of(job).toString())), null, null);
    }

    private static void requireSame(Letter letter, Job job) throws BadFieldException {
        DeadLetter told = letter.told().orElse(null);
        if (told == null) {
            return;
        }
        requireSame("job.runId", told.getRunId(), job.getRunId());
        requireSame("job.jobId", told.getJobId(), job.getJobId());
        requireSame("job.tenant", told.getTenant(), job.getTenant());
    }

    private static void requireSame(String field, @Nullable String told, String given) throws BadFieldException {
        if (told != null && !Objects.equals(told, given)) {
            throw new BadFieldException(field, given + " (expected: " + told + ", as the dead letter says)");
        }
    }

    private static void addFields(ObjectNode before, ObjectNode after, JobChange change) throws BadFieldException {
        for (Map.Entry<String, JsonNode> field : after.properties()) {
            String name = field.getKey();
            JsonNode to = field.getValue();
            JsonNode from = before.get(name);
            if (from == null) {
                throw new BadFieldException("job." + name, "no field of a job");
            }
            if (RawJson.same(from, to)) {
                continue;
            }
            switch (name) {
                case "tags" -> addTags(from, to, change);
                case "maxTokens" -> change.maxTokens(maxTokens(to));
                case "deadline" -> change.deadline(time(to));
                default -> {
                    if (!CHANGEABLE.contains(name)) {
                        throw new BadFieldException("job." + name, to + " (it cannot be changed; it was " + from + ")");
                    }
                    change.field(name, to);
                }
            }
        }
    }

    private static void addTags(JsonNode before, JsonNode after, JobChange change) throws BadFieldException {
        if (!after.isObject()) {
            throw JobFields.bad("job.tags", after, "an object");
        }
        for (Map.Entry<String, JsonNode> tag : after.properties()) {
            change.tag(tag.getKey(), tag.getValue());
        }
        for (Map.Entry<String, JsonNode> tag : new ArrayList<>(before.properties())) {
            if (!after.has(tag.getKey())) {
                change.tag(tag.getKey(), null);
            }
        }
    }

    private static @Nullable Integer maxTokens(JsonNode to) throws BadFieldException {
        if (to.isNull()) {
            return null;
        }
        if (!to.isIntegralNumber() || !to.canConvertToInt()) {
            throw JobFields.bad("job.maxTokens", to, "a whole number, or null");
        }
        return to.intValue();
    }

    private static Instant time(JsonNode to) throws BadFieldException {
        try {
            return Instant.parse(to.asText());
        } catch (DateTimeParseException e) {
            throw JobFields.bad("job.deadline", to, "a time such as 2026-12-01T12:00:00Z");
        }
    }

    private static void addBody(RawPath at, String before, String after, JobChange change) throws BadFieldException {
        JsonNode from = RawJson.parse(before);
        JsonNode to = RawJson.parse(after);
        if (to == null) {
            throw new BadFieldException(JobFields.BODY, "not JSON");
        }
        if (from == null) {
            change.replaceBody(after);
        } else if (RawJson.same(from, to)) {
            return;
        } else if (from.isObject() && to.isObject()) {
            addMembers(at, RawJson.members(before), RawJson.members(after), change);
        } else if (from.isArray() && to.isArray() && from.size() == to.size()) {
            List<String> elements = RawJson.elements(before);
            List<String> changed = RawJson.elements(after);
            for (int i = 0; i < elements.size(); i++) {
                addBody(at.child(String.valueOf(i)), elements.get(i), changed.get(i), change);
            }
        } else {
            change.body(at, after);
        }
    }

    private static void addMembers(RawPath at, Map<String, String> before, Map<String, String> after, JobChange change)
            throws BadFieldException {
        for (Map.Entry<String, String> member : after.entrySet()) {
            String was = before.get(member.getKey());
            RawPath place = at.child(member.getKey());
            if (was == null) {
                change.body(place, member.getValue());
            } else {
                addBody(place, was, member.getValue(), change);
            }
        }
        for (String name : before.keySet()) {
            if (!after.containsKey(name)) {
                change.body(at.child(name), null);
            }
        }
    }
}
