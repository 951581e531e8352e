package dev.assay.deadletters.index;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Strands of one partition, one behind the other. */
final class Chain implements Strand {
    private final Shelf shelf;
    private final Deque<Strand> parts;

    Chain(Shelf shelf, List<? extends Strand> parts) {
        this.shelf = shelf;
        this.parts = new ArrayDeque<>(parts);
    }

    @Override
    public Shelf shelf() {
        return shelf;
    }

    @Override
    public boolean hasNext() {
        return parts.stream().anyMatch(Strand::hasNext);
    }

    @Override
    public List<Entry> next() {
        while (!parts.isEmpty() && !parts.element().hasNext()) {
            parts.remove();
        }
        return parts.isEmpty() ? List.of() : parts.element().next();
    }
}
