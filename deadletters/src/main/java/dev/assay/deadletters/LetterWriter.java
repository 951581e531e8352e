package dev.assay.deadletters;

import dev.assay.budget.Pace;
import dev.assay.producer.AssayProducer;
import dev.assay.producer.ReplayWriter;
import dev.assay.producer.ReplayWriter.Written;
import dev.assay.runtime.Clock;
import dev.assay.schemas.topics.Topics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * Deals with letters one partition's turn after another: gathers a few, passes over those that are done, and writes the
 * others, those of one lane and tenant in one transaction. A transaction of unknown fate ends the turn; the next one of
 * the same partition reads what became of it. For one thread.
 */
final class LetterWriter implements AutoCloseable {
    private static final int CHUNK = 100;
    private static final long CHUNK_BYTES = 2_000_000;
    private static final int FRUITLESS_TRIES = 4;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
    private static final Duration LONGEST_PACE_WAIT = Duration.ofMinutes(1);

    private final AssayProducer producer;
    private final Topics topics;
    private final Clock clock;
    private final Turn.DoneReader doneReader;
    private final Handling handling;
    private final DealListener listener;
    private final @Nullable Pace pace;
    private final Tally tally = new Tally();
    private final List<Item> gathered = new ArrayList<>();
    private long gatheredBytes;
    private int paced;
    private @Nullable Turn turn;
    private @Nullable Ended ended;

    /** Where a letter goes, and whose it is: what one transaction has in common. */
    private record Group(String topic, @Nullable String lane, String tenant) {}

    /** A letter with what is to be done about it. */
    private record Planned(Item item, Step.Write step) {}

    LetterWriter(
            AssayProducer producer,
            Topics topics,
            Clock clock,
            Turn.DoneReader doneReader,
            Handling handling,
            DealListener listener) {
        this.producer = producer;
        this.topics = topics;
        this.clock = clock;
        this.doneReader = doneReader;
        this.handling = handling;
        this.listener = listener;
        this.pace = handling.rate() == null ? null : Pace.of(handling.rate(), LONGEST_PACE_WAIT);
    }

    /**
     * Takes one.
     *
     * @return whether there is use for another one
     */
    boolean take(Item item) {
        if (!gathered.isEmpty()) {
            Item last = gathered.getLast();
            boolean isElsewhere = last.stage() != item.stage() || last.partition() != item.partition();
            if (isElsewhere || gatheredBytes + item.bytes() > CHUNK_BYTES) {
                write();
            }
        }
        if (ended == null) {
            gathered.add(item);
            gatheredBytes += item.bytes();
            if (gathered.size() >= chunk()) {
                write();
            }
        }
        return ended == null;
    }

    /** Counts a letter that is known to be dealt with already. */
    void passOver() {
        tally.handled();
    }

    /** Counts a letter that is refused whatever the cluster says. */
    void refuse(String letter, Step.Refused refused) {
        tally.refused(letter, refused);
    }

    /** Writes what is left. */
    Dealt finish() {
        if (ended == null) {
            write();
        }
        return new Dealt(tally, ended == null ? new Ended.All() : ended);
    }

    /** The same where the cluster, or whoever hands letters in, gave up before the end. */
    Dealt finish(KafkaException e) {
        if (ended == null) {
            end(e);
        }
        return finish();
    }

    @Override
    public void close() {
        endTurn();
    }

    private void write() {
        try {
            writeGathered();
        } catch (KafkaException e) {
            end(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ended = new Ended.Stopped();
        }
        gathered.clear();
        gatheredBytes = 0;
    }

    private void writeGathered() throws InterruptedException {
        if (gathered.isEmpty()) {
            return;
        }
        Item first = gathered.getFirst();
        Turn open = turn(first.stage(), first.partition());
        Map<Group, List<Planned>> groups = new LinkedHashMap<>();
        for (Item item : gathered) {
            if (open.doneAt(item.key()) != null) {
                tally.handled();
                continue;
            }
            switch (item.plan().apply(clock.now())) {
                case Step.Refused refused -> tally.refused(item.key(), refused);
                case Step.Write step ->
                    groups.computeIfAbsent(
                                    new Group(step.topic(), step.lane(), step.tenant()), group -> new ArrayList<>())
                            .add(new Planned(item, step));
            }
        }
        for (Map.Entry<Group, List<Planned>> group : groups.entrySet()) {
            write(group.getKey(), group.getValue());
            if (ended != null) {
                return;
            }
        }
    }

    private void write(Group group, List<Planned> planned) throws InterruptedException {
        List<Planned> left = new ArrayList<>(planned);
        int fruitless = 0;
        while (!left.isEmpty() && ended == null) {
            awaitPace(left.size());
            Item first = left.getFirst().item();
            Turn open = turn(first.stage(), first.partition());
            Instant[] at = {clock.now()};
            switch (send(open.writer(), group, left, at)) {
                case Written.Committed(int letters) -> {
                    fruitless = 0;
                    left.subList(0, letters).forEach(done -> wasWritten(open, done, at[0]));
                    left.subList(0, letters).clear();
                    paced = Math.max(0, paced - letters);
                    listener.written(tally);
                    if (handling.max() != null && tally.written() >= handling.max()) {
                        ended = new Ended.Enough();
                    }
                }
                case Written.Lost(String reason) -> {
                    fruitless++;
                    if (fruitless == FRUITLESS_TRIES) {
                        ended = new Ended.Unavailable(reason);
                    } else {
                        takeUpAgain(left, reason, at[0]);
                    }
                }
                case Written.Fenced() -> ended = new Ended.Overtaken(first.stage(), first.partition());
                case Written.Full(String lane, long depth, long bound, Duration retryAfter) ->
                    ended = new Ended.QueueFull(lane, depth, bound, retryAfter);
                case Written.Closed() -> ended = new Ended.Stopped();
            }
        }
    }

    private Written send(ReplayWriter writer, Group group, List<Planned> planned, Instant[] at) {
        String lane = group.lane();
        if (lane == null) {
            return writer.writeUnbounded(planned.size(), () -> {
                List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
                planned.forEach(one -> records.addAll(one.step().records().apply(at[0])));
                return records;
            });
        }
        return writer.write(lane, group.tenant(), planned.size(), letters -> {
            // What was waited for room is over now.
            at[0] = clock.now();
            return planned.subList(0, letters).stream()
                    .map(one -> entry(one.step().records().apply(at[0])))
                    .toList();
        });
    }

    private static ReplayWriter.Entry entry(List<ProducerRecord<byte[], byte[]>> records) {
        ProducerRecord<byte[], byte[]> job = records.getFirst();
        return new ReplayWriter.Entry(job.key(), job.value(), job.headers(), records.subList(1, records.size()));
    }

    private void wasWritten(Turn open, Planned done, Instant at) {
        open.done(done.item().key(), at.toEpochMilli());
        tally.written(done.step());
    }

    /** Begins the partition's turn anew, and sorts out what the lost transaction wrote after all. */
    private void takeUpAgain(List<Planned> left, String reason, Instant at) throws InterruptedException {
        listener.reconnecting(reason);
        endTurn();
        clock.pause(BETWEEN_TRIES);
        Item first = left.getFirst().item();
        Turn open = turn(first.stage(), first.partition());
        left.removeIf(planned -> {
            Long doneAt = open.doneAt(planned.item().key());
            if (doneAt != null && doneAt == at.toEpochMilli()) {
                tally.written(planned.step());
            } else if (doneAt != null) {
                tally.handled();
            }
            return doneAt != null;
        });
    }

    private void awaitPace(int letters) throws InterruptedException {
        int wanted = letters - paced;
        if (pace != null && wanted > 0) {
            if (!pace.acquire(wanted)) {
                throw new IllegalStateException(
                        letters + " letters do not fit a pace of " + pace.perSecond() + " a second");
            }
            paced = letters;
        }
    }

    private int chunk() {
        int most = handling.rate() == null ? CHUNK : (int) Math.clamp(Math.ceil(handling.rate()), 1, CHUNK);
        return handling.max() == null ? most : Math.clamp(handling.max() - tally.written(), 1, most);
    }

    private Turn turn(Stage stage, int partition) {
        Turn open = turn;
        if (open == null || !open.isOf(stage, partition)) {
            endTurn();
            open = Turn.begin(
                    producer, topics, stage, partition, handling.whenFull(), Handling.listening(listener), doneReader);
            turn = open;
        }
        return open;
    }

    private void endTurn() {
        if (turn != null) {
            turn.close();
            turn = null;
        }
    }

    private void end(KafkaException e) {
        if (e instanceof InterruptException) {
            Thread.currentThread().interrupt();
            ended = new Ended.Stopped();
        } else {
            ended = new Ended.Unavailable(reason(e));
        }
    }

    private static String reason(Throwable e) {
        Throwable innermost = e;
        while (innermost.getCause() != null) {
            innermost = innermost.getCause();
        }
        return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
    }
}
