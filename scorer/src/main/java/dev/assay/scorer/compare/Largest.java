package dev.assay.scorer.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The largest changes of many, in bounded memory. */
final class Largest {
    private final int most;
    private final PriorityQueue<Change> kept;
    private long count;

    Largest(int most) {
        this.most = most;
        this.kept = new PriorityQueue<>(Change.LARGEST_FIRST.reversed());
    }

    void add(Change change) {
        count++;
        kept.add(change);
        if (kept.size() > most) {
            kept.remove();
        }
    }

    long count() {
        return count;
    }

    List<Change> list() {
        List<Change> list = new ArrayList<>(kept);
        list.sort(Change.LARGEST_FIRST);
        return list;
    }
}
