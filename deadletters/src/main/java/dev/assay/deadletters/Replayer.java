package dev.assay.deadletters;

import dev.assay.budget.TokenEstimator;
import dev.assay.producer.AssayProducer;
import dev.assay.runtime.Answers;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.topics.Topics;
import java.time.Instant;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Sends dead letters again, or marks them as dealt with in another way. Each letter is dealt with once, whatever is killed
 * and however many do it: a letter's job and its mark are written in one transaction, under a transactional id of the
 * letter's partition; who begins with a partition fences whoever was at it, reads the marks, and passes over letters that
 * have one. For one thread.
 */
public final class Replayer implements AutoCloseable {
    private final KafkaClients clients;
    private final Topics topics;
    private final Clock clock;
    private final AssayProducer producer;
    private final Admin admin;
    private final DoneMarks marks;
    private final Contents contents;
    private final Serializer<SpecificRecord> serializer;
    private final TokenEstimator tokens = new TokenEstimator();

    private Replayer(KafkaClients clients, Clock clock) {
        this.clients = clients;
        this.clock = clock;
        this.topics = clients.settings().topics();
        this.producer = AssayProducer.connect(clients.settings(), clock);
        this.admin = clients.admin("assay-replayer");
        this.marks = new DoneMarks(clients, admin);
        this.contents = new Contents(clients);
        this.serializer = clients.valueSerializer();
    }

    /** Connects; nothing is fenced before there is something to write. */
    public static Replayer connect(KafkaClients clients, Clock clock) {
        return new Replayer(clients, clock);
    }

    /**
     * What a replay changes and what it dares.
     *
     * @param signature who and why
     * @param edits what every job gets
     * @param force whether letters are sent that are refused for caution
     */
    public record Order(Signature signature, Edits edits, boolean force) {}

    /**
     * What a replay would do about one letter, were it open.
     *
     * @param admin stays the caller's to close, as {@code contents}
     */
    public static Step outlook(KafkaClients clients, Admin admin, Contents contents, Letter letter, Instant now) {
        try (Serializer<SpecificRecord> serializer = clients.valueSerializer()) {
            Topics topics = clients.settings().topics();
            ReplayRecords records = new ReplayRecords(topics, serializer, new Signature("nobody", "an outlook"));
            Set<String> existing = Answers.await(admin.listTopics().names());
            return new ReplayPlanner(topics, existing, contents::of, new TokenEstimator(), records, false)
                    .plan(letter, Edited::unchanged, now);
        }
    }

    /** What a replay would do, as things are now; nothing is written. */
    public Tally outline(Letters letters, Selection selection, Order order, Handling handling) {
        Function<Letter, Function<Instant, Step>> plans = replays(order);
        return outline(letters, selection, handling, plans);
    }

    /** Sends the open letters of a selection again. */
    public Dealt replay(Letters letters, Selection selection, Order order, Handling handling, DealListener listener) {
        return deal(letters, selection, replays(order), handling, listener);
    }

    /** What a discard would do; nothing is written. */
    public Tally outlineDiscard(Letters letters, Selection selection, Handling handling) {
        return outline(letters, selection, handling, discards(new Signature("nobody", "outline")));
    }

    /** Marks the open letters of a selection as dealt with. */
    public Dealt discard(
            Letters letters, Selection selection, Signature signature, Handling handling, DealListener listener) {
        return deal(letters, selection, discards(signature), handling, listener);
    }

    @Override
    public void close() {
        producer.close();
        marks.close();
        admin.close();
        contents.close();
        serializer.close();
    }

    ReplayPlanner planner(Signature signature, boolean force) {
        Set<String> existing = Answers.await(admin.listTopics().names());
        return new ReplayPlanner(topics, existing, contents::of, tokens, records(signature), force);
    }

    ReplayRecords records(Signature signature) {
        return new ReplayRecords(topics, serializer, signature);
    }

    DoneMarks marks() {
        return marks;
    }

    LetterWriter writer(Turn.DoneReader done, Handling handling, DealListener listener) {
        return new LetterWriter(producer, topics, clock, done, handling, listener);
    }

    KafkaClients clients() {
        return clients;
    }

    Admin admin() {
        return admin;
    }

    Contents contents() {
        return contents;
    }

    Clock clock() {
        return clock;
    }

    private Function<Letter, Function<Instant, Step>> replays(Order order) {
        ReplayPlanner planner = planner(order.signature(), order.force());
        return letter -> now -> planner.plan(letter, order.edits()::apply, now);
    }

    private Function<Letter, Function<Instant, Step>> discards(Signature signature) {
        ReplayRecords records = records(signature);
        return letter -> now -> records.discarded(letter);
    }

    private Tally outline(
            Letters letters, Selection selection, Handling handling, Function<Letter, Function<Instant, Step>> plans) {
        Tally tally = new Tally();
        letters.find(selection, found -> {
            if (found.mark() != null) {
                tally.handled();
            } else {
                tally.planned(
                        found.letter().id().toString(),
                        plans.apply(found.letter()).apply(clock.now()));
            }
            return handling.max() == null || tally.written() < handling.max();
        });
        return tally;
    }

    private Dealt deal(
            Letters letters,
            Selection selection,
            Function<Letter, Function<Instant, Step>> plans,
            Handling handling,
            DealListener listener) {
        try (LetterWriter writer = writer(marks, handling, listener)) {
            try {
                letters.find(selection, found -> {
                    if (found.mark() != null) {
                        writer.passOver();
                        return true;
                    }
                    return writer.take(item(found.letter(), plans.apply(found.letter())));
                });
                return writer.finish();
            } catch (KafkaException e) {
                return writer.finish(e);
            }
        }
    }

    static Item item(Letter letter, Function<Instant, Step> plan) {
        LetterId id = letter.id();
        long bytes = letter.value() == null ? 0 : letter.value().length;
        return new Item(id.stage(), id.partition(), id.toString(), bytes, plan);
    }
}
