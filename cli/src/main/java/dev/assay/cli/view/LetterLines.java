package dev.assay.cli.view;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.deadletters.Content;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.schemas.DeadLetter;
import dev.assay.schemas.DeadLetterMark;
import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import dev.assay.schemas.deadletter.Ancestor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Everything about one dead letter in lines for people. */
public final class LetterLines {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int LABEL = 10;
    private static final int BODY_LINES = 24;
    private static final int BODY_CHARS = 2_000;
    private static final int RAW_BYTES = 512;
    private static final int LONGEST = 1_000;

    private final Style style;
    private final Instant now;
    private final boolean whole;

    /** @param whole whether the request is shown however long it is */
    public LetterLines(Style style, Instant now, boolean whole) {
        this.style = style;
        this.now = now;
        this.whole = whole;
    }

    public List<String> of(FoundLetter found, Content content, LetterVerdict verdict, ReplayOutlook outlook) {
        Letter letter = found.letter();
        List<String> lines = new ArrayList<>();
        lines.add(style.bold(letter.id().toString()) + "  " + sort(letter)
                + style.dim(
                        "  died " + letter.at() + ", " + Printable.age(Duration.between(letter.at(), now)) + " ago"));
        lines.add(label("why") + verdict.why());
        lines.add(label("advice") + verdict.advice());
        letter.told().ifPresent(told -> addTold(lines, told));
        letter.problems().forEach(problem -> lines.add(label("damaged") + style.red(Printable.line(problem, LONGEST))));
        addContent(lines, letter, content);
        letter.told().ifPresent(told -> addAttempts(lines, told.getEvidence()));
        addLineage(lines, letter.lineage());
        if (letter.told().isEmpty()) {
            addHeaders(lines, letter);
        }
        lines.add("");
        addMark(lines, found.mark());
        lines.add(label("replay") + outlook.text());
        return lines;
    }

    private String sort(Letter letter) {
        return letter.told()
                .map(told -> style.red(told.getKind().name()) + " " + told.getDisposition())
                .orElse(style.red("damaged"));
    }

    private static void addTold(List<String> lines, DeadLetter told) {
        lines.add(label("message") + Printable.line(told.getMessage(), LONGEST));
        lines.add(label("from") + Printable.line(told.getOriginalTopic()) + "-" + told.getOriginalPartition() + "@"
                + told.getOriginalOffset() + " of " + told.getOriginalTimestamp() + ", given up by "
                + Printable.line(told.getWorker()) + " after " + Figures.counted(told.getAttempts(), "call") + " in "
                + (told.getDeliveries() == 1 ? "1 delivery" : told.getDeliveries() + " deliveries"));
    }

    private void addContent(List<String> lines, Letter letter, Content content) {
        lines.add("");
        switch (content) {
            case Content.OfJob(Job job) -> addJob(lines, letter, job);
            case Content.OfResult(Result result) -> {
                lines.add(label("result") + Printable.line(result.getRunId() + "/" + result.getJobId()) + ", place "
                        + result.getOrdinal() + ", " + result.getStatus());
                lines.add(label("") + "tenant " + Printable.line(result.getTenant()) + ", lane "
                        + Printable.line(result.getLane()));
            }
            case Content.Unreadable(String why) -> {
                lines.add(label("bytes") + Printable.line(why, LONGEST));
                addRaw(lines, "key", letter.key());
                addRaw(lines, "value", letter.value());
            }
        }
    }

    private void addJob(List<String> lines, Letter letter, Job job) {
        lines.add(label("job") + Printable.line(job.getRunId() + "/" + job.getJobId()) + ", place " + job.getOrdinal()
                + ", generation " + letter.generation());
        lines.add(label("") + "tenant " + Printable.line(job.getTenant()) + ", lane " + Printable.line(job.getLane())
                + ", route " + Printable.line(job.getRoute()) + ", account " + job.getAccount()
                + (job.getPriority() == 0 ? "" : ", priority " + job.getPriority()));
        Integer maxTokens = job.getMaxTokens();
        lines.add(label("") + Figures.counted(job.getEstimatedInputTokens(), "token") + " in, "
                + (maxTokens == null ? "no cap" : "at most " + Figures.count(maxTokens)) + " out; enqueued "
                + job.getEnqueuedAt() + ", due " + job.getDeadline());
        if (!job.getTags().isEmpty()) {
            List<String> tags = new ArrayList<>();
            new TreeMap<>(job.getTags()).forEach((name, value) -> tags.add(name + "=" + value));
            lines.add(label("tags") + Printable.line(String.join(", ", tags), LONGEST));
        }
        addBody(lines, job.getBody());
    }

    private void addBody(List<String> lines, String body) {
        String pretty = body;
        try {
            JsonNode tree = MAPPER.readTree(body);
            pretty = tree.toPrettyString();
        } catch (JsonProcessingException e) {
            lines.add(label("body") + style.red("is no JSON"));
        }
        String shown = whole || pretty.length() <= BODY_CHARS ? pretty : pretty.substring(0, BODY_CHARS);
        List<String> all = Printable.lines(shown);
        List<String> first = whole ? all : all.subList(0, Math.min(BODY_LINES, all.size()));
        boolean isCut = shown.length() < pretty.length() || first.size() < all.size();
        String name = "body";
        for (String line : first) {
            lines.add(label(name) + line);
            name = "";
        }
        if (isCut) {
            lines.add(label("")
                    + style.dim(
                            "... " + Figures.counted(body.length(), "character") + " in all (--body shows the whole)"));
        }
    }

    private void addAttempts(List<String> lines, @Nullable String evidence) {
        if (evidence == null) {
            return;
        }
        lines.add("");
        JsonNode attempts;
        try {
            attempts = MAPPER.readTree(evidence);
        } catch (JsonProcessingException e) {
            lines.add(label("attempts") + Printable.line(evidence, LONGEST));
            return;
        }
        String name = "attempts";
        for (JsonNode attempt : attempts) {
            lines.add(label(name)
                    + (attempt.has("number") ? attempt(attempt) : Printable.line(attempt.toString(), LONGEST)));
            name = "";
            addWords(lines, attempt.path("message").asText(""));
            addWords(lines, attempt.path("body").asText(""));
        }
    }

    private void addWords(List<String> lines, String words) {
        if (!words.isEmpty() && !words.equals("null")) {
            for (String line : Printable.lines(words)) {
                lines.add(label("") + "   " + style.dim(line));
            }
        }
    }

    private static String attempt(JsonNode attempt) {
        String status =
                attempt.path("status").isInt() ? " " + attempt.path("status").asInt() : "";
        String kind = attempt.path("kind").asText("answered");
        return attempt.path("number").asText() + ". "
                + Printable.line(attempt.path("provider").asText() + "/"
                        + attempt.path("model").asText()) + status + " "
                + Printable.line(kind) + " after "
                + Figures.millis(attempt.path("durationMillis").asLong()) + ", at "
                + Printable.line(attempt.path("startedAt").asText());
    }

    private void addLineage(List<String> lines, List<Ancestor> lives) {
        String name = "history";
        if (!lives.isEmpty()) {
            lines.add("");
        }
        for (Ancestor life : lives) {
            lines.add(label(name) + "generation " + life.generation() + " died " + life.diedAt() + " as "
                    + Printable.line(life.letter()) + ": " + Printable.line(life.kind()) + " "
                    + Printable.line(life.message(), 200));
            lines.add(label("") + "   sent again " + life.at() + " by " + Printable.line(life.by()) + ": "
                    + Printable.line(life.reason(), 200));
            for (Ancestor.Edit edit : life.edits()) {
                lines.add(label("") + "   " + Printable.line(edit.path()) + ": " + value(edit.from()) + " -> "
                        + value(edit.to()));
            }
            name = "";
        }
    }

    private static String value(@Nullable String json) {
        return json == null ? "(none)" : Printable.line(json, 80);
    }

    /** Of a damaged letter, since they are what is damaged. */
    private void addHeaders(List<String> lines, Letter letter) {
        lines.add("");
        String name = "headers";
        for (Header header : letter.headers()) {
            byte[] value = header.value();
            String text = value == null ? "(null)" : Printable.line(new String(value, StandardCharsets.UTF_8), 120);
            lines.add(label(name) + Printable.line(header.key(), 80) + " = " + text);
            name = "";
        }
        if (name.equals("headers")) {
            lines.add(label(name) + "none");
        }
    }

    private static void addRaw(List<String> lines, String name, byte @Nullable [] bytes) {
        if (bytes == null) {
            lines.add(label(name) + "none");
            return;
        }
        lines.add(label(name) + Figures.counted(bytes.length, "byte"));
        Printable.bytes(bytes, RAW_BYTES).forEach(row -> lines.add(label("") + row));
    }

    private void addMark(List<String> lines, @Nullable DeadLetterMark mark) {
        if (mark == null) {
            lines.add(label("status") + "open");
            return;
        }
        lines.add(label("status") + mark.getAction().name().toLowerCase(Locale.ROOT) + " " + mark.getAt() + " by "
                + Printable.line(mark.getBy()) + ": " + Printable.line(mark.getReason(), LONGEST));
        if (mark.getTopic() != null) {
            lines.add(label("") + "to " + Printable.line(mark.getTopic()) + " as generation " + mark.getGeneration()
                    + (mark.getEdits() == null ? "" : ", changed: " + Printable.line(mark.getEdits(), LONGEST)));
        }
    }

    private static String label(String name) {
        return name + " ".repeat(Math.max(1, LABEL - name.length()));
    }
}
