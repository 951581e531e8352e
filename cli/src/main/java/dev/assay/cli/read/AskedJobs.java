package dev.assay.cli.read;

import dev.assay.schemas.Result;
import dev.assay.schemas.ScorerUse;
import java.util.TreeMap;

/**
 * What a run's jobs asked for and how their answers are judged, each job by hashes: 20 bytes in open addressing, half of
 * it free. Two different ids of a run of a million share theirs with odds of 1 to 37 million.
 */
final class AskedJobs {
    private static final int FIRST_CAPACITY = 1 << 12;

    private long[] ids = new long[FIRST_CAPACITY];
    private int[] scorers = new int[FIRST_CAPACITY];
    private int[] targets = new int[FIRST_CAPACITY];
    private int[] prompts = new int[FIRST_CAPACITY];
    private int size;

    /** How a job of another run stands to the job of the same id here. */
    enum Difference {
        /** There is no such job here. */
        ABSENT,
        NONE,
        /** The same scoring of another request. */
        PROMPT,
        /** Other accepted answers. */
        TARGETS,
        /** Other scorers, options or weights. */
        SCORERS
    }

    void add(Result result) {
        if (2 * (size + 1) > ids.length) {
            grow();
        }
        put(id(result), scorersOf(result), targetsOf(result), promptOf(result));
    }

    Difference compare(Result other) {
        int slot = slot(id(other));
        if (ids[slot] == 0) {
            return Difference.ABSENT;
        }
        if (scorers[slot] != scorersOf(other)) {
            return Difference.SCORERS;
        }
        if (targets[slot] != targetsOf(other)) {
            return Difference.TARGETS;
        }
        return prompts[slot] == promptOf(other) ? Difference.NONE : Difference.PROMPT;
    }

    private static int scorersOf(Result result) {
        Hash64 hash = new Hash64();
        for (ScorerUse use : result.getExpectation().getScorers()) {
            hash.add(use.getScorer())
                    .add(use.getName() == null ? "" : use.getName())
                    .add(Double.doubleToLongBits(use.getWeight()));
            new TreeMap<>(use.getOptions())
                    .forEach((name, value) -> hash.add(name).add(value));
            hash.add(use.getOptions().size());
        }
        // One answer a job is the mean of one.
        String reducer = result.getExpectation().getReducer();
        return (int) hash.add(reducer == null ? "mean" : reducer).value();
    }

    private static int targetsOf(Result result) {
        Hash64 hash = new Hash64();
        for (ScorerUse use : result.getExpectation().getScorers()) {
            use.getTargets().forEach(hash::add);
            hash.add(use.getTargets().size());
        }
        return (int) hash.value();
    }

    private static int promptOf(Result result) {
        String preview = result.getPromptPreview();
        return (int) Hash64.of(preview == null ? "" : preview);
    }

    /** 0 marks a free slot. */
    private static long id(Result result) {
        String sample = result.getExpectation().getSample();
        return Math.max(1, Hash64.of(sample == null ? result.getJobId() : sample) >>> 1);
    }

    private int slot(long id) {
        int slot = (int) id & ids.length - 1;
        while (ids[slot] != 0 && ids[slot] != id) {
            slot = slot + 1 & ids.length - 1;
        }
        return slot;
    }

    private void put(long id, int ofScorers, int ofTargets, int ofPrompt) {
        int slot = slot(id);
        size += ids[slot] == 0 ? 1 : 0;
        ids[slot] = id;
        scorers[slot] = ofScorers;
        targets[slot] = ofTargets;
        prompts[slot] = ofPrompt;
    }

    private void grow() {
        long[] oldIds = ids;
        int[] oldScorers = scorers;
        int[] oldTargets = targets;
        int[] oldPrompts = prompts;
        int capacity = Math.multiplyExact(ids.length, 2);
        ids = new long[capacity];
        scorers = new int[capacity];
        targets = new int[capacity];
        prompts = new int[capacity];
        size = 0;
        for (int i = 0; i < oldIds.length; i++) {
            if (oldIds[i] != 0) {
                put(oldIds[i], oldScorers[i], oldTargets[i], oldPrompts[i]);
            }
        }
    }
}
