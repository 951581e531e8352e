package dev.assay.budget.host;

import dev.assay.budget.journal.JournalPlace;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * From where a later keeper has to read. Requests count as done once what they led to is in the journal; those that wait
 * are read again by whoever follows, and so is the journal from where they came in, to see which were answered since.
 */
final class Progress {
    /** No request from {@code next} on is answered before {@code place}. */
    private record Mark(long next, JournalPlace place) {}

    /** Requests below {@code offset} are done once so many entries are written. */
    private record Handled(long offset, long sent) {}

    /**
     * What is to be committed.
     *
     * @param offset of the first request that is to be read again
     * @param place in the journal before which it was not answered
     */
    record Commit(long offset, JournalPlace place) {}

    private final Deque<Mark> marks = new ArrayDeque<>();
    private final Deque<Handled> handled = new ArrayDeque<>();
    private long committed;

    /**
     * @param start offset of the first request that is read
     * @param place before which it was not answered
     */
    Progress(long start, JournalPlace place) {
        marks.add(new Mark(start, place));
        committed = start;
    }

    /**
     * Notes how far it has come.
     *
     * @param next offset of the first request that was not read yet
     * @param oldestWaiting offset of the oldest request that waits; next for none
     * @param place how far the journal was read
     * @param sent entries that were given to the journal so far
     */
    void note(long next, long oldestWaiting, JournalPlace place, long sent) {
        if (marks.getLast().next() < next) {
            marks.add(new Mark(next, place));
        }
        long offset = Math.min(oldestWaiting, next);
        if (handled.isEmpty() || handled.getLast().offset() < offset) {
            handled.add(new Handled(offset, sent));
        }
    }

    /**
     * What may be committed now.
     *
     * @param written entries that are in the journal
     * @return empty where nothing came to it since the last time
     */
    Optional<Commit> commit(long written) {
        long offset = committed;
        for (Handled first = handled.peek(); first != null && first.sent() <= written; first = handled.peek()) {
            offset = Math.max(offset, handled.remove().offset());
        }
        if (offset == committed) {
            return Optional.empty();
        }
        committed = offset;
        Mark mark = marks.remove();
        for (Mark next = marks.peek(); next != null && next.next() <= offset; next = marks.peek()) {
            mark = marks.remove();
        }
        marks.addFirst(mark);
        return Optional.of(new Commit(offset, mark.place()));
    }
}
