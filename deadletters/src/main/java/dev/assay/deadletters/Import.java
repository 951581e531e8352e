package dev.assay.deadletters;

import dev.assay.producer.Problem;
import dev.assay.runtime.Clock;
import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor;
import dev.assay.schemas.topics.Topics;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * Reads an export back. A line whose job, body or value was changed is the replay of its letter with these changes in the
 * lineage; one that was not is the replay of its letter as it is. The whole file is looked at before anything is sent.
 * For one thread.
 */
public final class Import implements AutoCloseable {
    private static final int BATCH = 200;
    private static final int MOST_PROBLEMS = 20;

    private final Replayer replayer;
    private final Path file;
    private final Options options;
    private final LetterFetch fetch;
    private final Clock clock;

    /**
     * What to do with lines that are no replay of a job.
     *
     * @param signature who and why
     * @param force whether letters are sent that are refused for caution
     * @param raw whether bytes that are no job are sent as they are to the topic that they came from
     * @param restore whether letters that are not on this cluster are written back, and nothing else is done
     */
    public record Options(Signature signature, boolean force, boolean raw, boolean restore) {}

    /**
     * What a file would do.
     *
     * @param tally the letters
     * @param problems the first lines that cannot be used
     * @param bad how many such lines there are
     */
    public record Survey(Tally tally, List<Problem> problems, long bad) {
        public Survey {
            problems = List.copyOf(problems);
        }
    }

    public Import(Replayer replayer, Path file, Options options) {
        this.replayer = replayer;
        this.file = file;
        this.options = options;
        this.fetch = new LetterFetch(replayer.clients());
        this.clock = replayer.clock();
    }

    /** A line of the file. */
    private record Numbered(long number, ExportLine line) {}

    /** Looks at the whole file; nothing is written. */
    public Survey survey() throws IOException {
        Tally tally = new Tally();
        List<Problem> problems = new ArrayList<>();
        long[] bad = {0};
        Complaints complaints = (number, reason) -> {
            bad[0]++;
            if (problems.size() < MOST_PROBLEMS) {
                problems.add(new Problem(String.valueOf(file.getFileName()), number, 0, reason));
            }
        };
        Turn.DoneReader reader = done();
        Map<String, Map<String, Long>> done = new HashMap<>();
        Taker counting = (numbered, plan) -> {
            Item item = item(numbered.line(), plan);
            boolean isDone = done.computeIfAbsent(
                            item.stage() + "-" + item.partition(), key -> reader.read(item.stage(), item.partition()))
                    .containsKey(item.key());
            if (isDone) {
                tally.handled();
                return true;
            }
            switch (plan.apply(clock.now())) {
                case Step.Refused(Refusal why, String message)
                when why == Refusal.INVALID -> complaints.bad(numbered.number(), message);
                case Step step -> tally.planned(numbered.line().id().toString(), step);
            }
            return true;
        };
        each(complaints, counting, tally::handled);
        return new Survey(tally, problems, bad[0]);
    }

    /** Does it. Lines that cannot be used are passed over; {@link #survey} tells them. */
    public Dealt write(Handling handling, DealListener listener) throws IOException {
        try (LetterWriter writer = replayer.writer(done(), handling, listener)) {
            try {
                each(
                        (number, reason) -> {},
                        (numbered, plan) -> writer.take(item(numbered.line(), plan)),
                        writer::passOver);
                return writer.finish();
            } catch (KafkaException e) {
                return writer.finish(e);
            }
        }
    }

    @Override
    public void close() {
        fetch.close();
    }

    /** Is told of lines that cannot be used. */
    private interface Complaints {
        void bad(long line, String reason);
    }

    /** Takes a line with what is to be done about it; answers whether it wants another one. */
    private interface Taker {
        boolean take(Numbered line, Function<Instant, Step> plan);
    }

    private void each(Complaints complaints, Taker taker, Runnable passedOver) throws IOException {
        ReplayPlanner planner = replayer.planner(options.signature(), options.force());
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            long number = 0;
            List<Numbered> batch = new ArrayList<>();
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                number++;
                if (text.isBlank()) {
                    continue;
                }
                try {
                    batch.add(new Numbered(number, ExportLine.read(text)));
                } catch (BadFieldException e) {
                    complaints.bad(number, String.valueOf(e.getMessage()));
                }
                if (batch.size() == BATCH && !each(planner, batch, complaints, taker, passedOver)) {
                    return;
                }
            }
            boolean unused = each(planner, batch, complaints, taker, passedOver);
        }
    }

    private boolean each(
            ReplayPlanner planner, List<Numbered> batch, Complaints complaints, Taker taker, Runnable passedOver) {
        Map<LetterId, Letter> letters =
                fetch.read(batch.stream().map(numbered -> numbered.line().id()).toList());
        boolean wantsMore = true;
        for (Numbered numbered : batch) {
            ExportLine line = numbered.line();
            Letter letter = letters.get(line.id());
            if (options.restore()) {
                if (letter != null && isSame(letter, line) && Arrays.equals(letter.value(), line.value())) {
                    passedOver.run();
                } else {
                    wantsMore = taker.take(numbered, restoring(line));
                }
            } else {
                try {
                    wantsMore = taker.take(numbered, plan(planner, line, letter));
                } catch (BadFieldException e) {
                    complaints.bad(numbered.number(), String.valueOf(e.getMessage()));
                }
            }
            if (!wantsMore) {
                break;
            }
        }
        batch.clear();
        return wantsMore;
    }

    private Item item(ExportLine line, Function<Instant, Step> plan) {
        LetterId id = line.id();
        long bytes = line.value() == null ? 0 : line.value().length;
        return options.restore()
                ? new Item(id.stage(), target(id), RestoredLetters.name(line), bytes, plan)
                : new Item(id.stage(), id.partition(), id.toString(), bytes, plan);
    }

    private Function<Instant, Step> plan(ReplayPlanner planner, ExportLine line, @Nullable Letter letter)
            throws BadFieldException {
        if (letter == null) {
            return now -> ReplayPlanner.refused(Refusal.GONE, "it is not on this cluster");
        }
        if (!isSame(letter, line)) {
            return now -> ReplayPlanner.refused(
                    Refusal.DIFFERENT, "the letter of that id here was written at " + letter.at());
        }
        boolean isOtherValue = !Arrays.equals(letter.value(), line.value());
        if (line.id().stage() == Stage.RESULTS) {
            return now -> planner.result(letter, line.value(), isOtherValue ? ofValue(letter, line) : List.of());
        }
        return switch (replayer.contents().of(letter)) {
            case Content.OfJob(Job job) -> {
                Edited edited =
                        isOtherValue ? ofOtherValue(job, letter, line) : LineChange.of(job, line.job(), line.body());
                yield now -> planner.plan(letter, job, edited, now);
            }
            case Content.OfResult result -> now -> ReplayPlanner.refused(Refusal.NO_JOB, "a result (expected: a job)");
            case Content.Unreadable(String why) -> ofUnreadable(planner, letter, line, isOtherValue, why);
        };
    }

    /** A job whose bytes somebody changed rather than its fields. */
    private Edited ofOtherValue(Job job, Letter letter, ExportLine line) throws BadFieldException {
        if (!LineChange.of(job, line.job(), line.body()).edits().isEmpty()) {
            throw new BadFieldException("value", "changed, and job or body too (expected: one of them)");
        }
        return switch (withValue(letter, line)) {
            case Content.OfJob(Job other) -> LineChange.of(job, JobFields.of(other), other.getBody());
            case Content.OfResult result -> throw new BadFieldException("value", "a result (expected: a job)");
            case Content.Unreadable(String why) -> throw new BadFieldException("value", "no job: " + why);
        };
    }

    private Function<Instant, Step> ofUnreadable(
            ReplayPlanner planner, Letter letter, ExportLine line, boolean isOtherValue, String why)
            throws BadFieldException {
        if (isOtherValue && withValue(letter, line) instanceof Content.OfJob(Job job)) {
            Edited edited = LineChange.mended(letter, job);
            return now -> planner.plan(letter, job, edited, now);
        }
        if (!isOtherValue && line.job() != null) {
            Edited edited = LineChange.mended(letter, line.job(), line.body());
            return now -> planner.plan(letter, edited.job(), edited, now);
        }
        if (options.raw()) {
            List<Ancestor.Edit> edits = isOtherValue ? ofValue(letter, line) : List.of();
            return now -> planner.raw(letter, line.value(), edits);
        }
        return now -> ReplayPlanner.refused(
                Refusal.NO_JOB, why + " (mend it: give job and body, or value; --raw sends the bytes as they are)");
    }

    private Content withValue(Letter letter, ExportLine line) {
        return replayer.contents()
                .of(new Letter(
                        letter.id(), letter.at(), letter.key(), line.value(), letter.headers(), letter.reading()));
    }

    private static List<Ancestor.Edit> ofValue(Letter letter, ExportLine line) {
        return List.of(new Ancestor.Edit("value", size(letter.value()), size(line.value())));
    }

    private static @Nullable String size(byte @Nullable [] value) {
        return value == null ? null : "\"" + value.length + " bytes\"";
    }

    private Function<Instant, Step> restoring(ExportLine line) {
        return now -> RestoredLetters.step(topics(), line, target(line.id()));
    }

    /** The partition that a letter is written back to: its own, where there is such a one. */
    private int target(LetterId id) {
        return id.partition() % fetch.partitions(id.stage());
    }

    private Turn.DoneReader done() throws IOException {
        return options.restore() ? restored() : replayer.marks();
    }

    private RestoredLetters restored() throws IOException {
        Instant first = clock.now();
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                try {
                    Instant at = text.isBlank() ? first : ExportLine.read(text).at();
                    first = at.isBefore(first) ? at : first;
                } catch (BadFieldException e) {
                    // The survey has told it.
                }
            }
        }
        return new RestoredLetters(topics(), replayer.admin(), fetch.scan(), first);
    }

    private Topics topics() {
        return replayer.clients().settings().topics();
    }

    /** Whether a line is of that very letter; its value may have been changed since. */
    private static boolean isSame(Letter letter, ExportLine line) {
        return letter.at().equals(line.at())
                && Arrays.equals(letter.key(), line.key())
                && isSame(letter.headers().toArray(), line.headers().toArray());
    }

    private static boolean isSame(Header[] some, Header[] others) {
        boolean isSame = some.length == others.length;
        for (int i = 0; isSame && i < some.length; i++) {
            isSame = some[i].key().equals(others[i].key()) && Arrays.equals(some[i].value(), others[i].value());
        }
        return isSame;
    }
}
