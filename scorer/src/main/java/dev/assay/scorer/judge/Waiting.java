package dev.assay.scorer.judge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * The answers of a task that wait for judges, the queue of questions that are still to be asked, and how many are out.
 * All in one store, so that a commit holds them together: keys begin with {@code p} (an answer, by its job's key),
 * {@code q} (a question, by its number) or are {@code n} (the count).
 */
final class Waiting {
    private static final byte ANSWER = 'p';
    private static final byte QUESTION = 'q';
    private static final byte[] COUNT = {'n'};

    private final KeyValueStore<byte[], byte[]> store;
    private long head;
    private long tail;
    private long out;
    private byte[] sweptTo = {ANSWER};

    Waiting(KeyValueStore<byte[], byte[]> store) {
        this.store = store;
        byte[] count = store.get(COUNT);
        out = count == null ? 0 : ByteBuffer.wrap(count).getLong();
        try (KeyValueIterator<byte[], byte[]> queue = store.range(question(0), question(Long.MAX_VALUE))) {
            if (queue.hasNext()) {
                head = numberOf(queue.next().key);
                tail = head + 1;
            }
        }
        try (KeyValueIterator<byte[], byte[]> queue = store.reverseRange(question(0), question(Long.MAX_VALUE))) {
            if (queue.hasNext()) {
                tail = numberOf(queue.next().key) + 1;
            }
        }
    }

    byte @Nullable [] bytesOf(byte[] jobKey) {
        return store.get(answer(jobKey));
    }

    Optional<Pending> find(byte[] jobKey) {
        return Optional.ofNullable(bytesOf(jobKey)).map(PendingState::read);
    }

    void put(byte[] jobKey, Pending pending) {
        store.put(answer(jobKey), PendingState.write(pending));
    }

    /** Forgets an answer; what is out of its questions counts no longer. */
    void remove(byte[] jobKey, Pending pending) {
        store.delete(answer(jobKey));
        moved(-pending.out());
    }

    /** Questions that are out. */
    long out() {
        return out;
    }

    /** Questions still to be asked, those of answers that have gone included. */
    long queued() {
        return tail - head;
    }

    void moved(long more) {
        if (more != 0) {
            out = Math.max(0, out + more);
            store.put(COUNT, ByteBuffer.allocate(8).putLong(out).array());
        }
    }

    /** A question by the answer it is about and its place among that answer's. */
    record Question(Bytes jobKey, int generation, int index) {}

    void enqueue(Question question) {
        ByteBuffer value = ByteBuffer.allocate(8 + question.jobKey().get().length);
        value.putInt(question.generation())
                .putInt(question.index())
                .put(question.jobKey().get());
        store.put(question(tail++), value.array());
    }

    /** Takes the first question out of the queue. */
    Optional<Question> next() {
        while (head < tail) {
            byte[] key = question(head++);
            byte[] value = store.get(key);
            if (value != null) {
                store.delete(key);
                ByteBuffer in = ByteBuffer.wrap(value);
                int generation = in.getInt();
                int index = in.getInt();
                byte[] jobKey = new byte[in.remaining()];
                in.get(jobKey);
                return Optional.of(new Question(Bytes.wrap(jobKey), generation, index));
            }
        }
        return Optional.empty();
    }

    /** Those of the next {@code limit} answers that a test picks; the call after it goes on behind them. */
    List<KeyValue<byte[], Pending>> sweep(int limit, BiPredicate<byte[], Pending> wanted) {
        List<KeyValue<byte[], Pending>> picked = new ArrayList<>();
        int seen = 0;
        try (KeyValueIterator<byte[], byte[]> answers = store.range(sweptTo, new byte[] {ANSWER + 1})) {
            while (answers.hasNext() && seen < limit) {
                KeyValue<byte[], byte[]> entry = answers.next();
                if (entry.key[0] != ANSWER) {
                    break;
                }
                byte[] jobKey = new byte[entry.key.length - 1];
                System.arraycopy(entry.key, 1, jobKey, 0, jobKey.length);
                Pending pending = PendingState.read(entry.value);
                if (wanted.test(jobKey, pending)) {
                    picked.add(KeyValue.pair(jobKey, pending));
                }
                sweptTo =
                        ByteBuffer.allocate(entry.key.length + 1).put(entry.key).array();
                seen++;
            }
            if (seen < limit) {
                sweptTo = new byte[] {ANSWER};
            }
        }
        return picked;
    }

    private static byte[] answer(byte[] jobKey) {
        return ByteBuffer.allocate(1 + jobKey.length).put(ANSWER).put(jobKey).array();
    }

    private static byte[] question(long number) {
        return ByteBuffer.allocate(9).put(QUESTION).putLong(number).array();
    }

    private static long numberOf(byte[] key) {
        return ByteBuffer.wrap(key, 1, 8).getLong();
    }
}
