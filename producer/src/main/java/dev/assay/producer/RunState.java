package dev.assay.producer;

import dev.assay.schemas.RunManifest;
import dev.assay.schemas.RunProgress;
import java.time.Instant;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the runs topic says of a run's submit.
 *
 * @param manifest what was asked for first; null before the first chunk
 * @param progress how far it has come; null before the first chunk
 */
record RunState(@Nullable RunManifest manifest, @Nullable RunProgress progress) {
    static final RunState NONE = new RunState(null, null);

    long enqueued() {
        return progress == null ? 0 : progress.getEnqueued();
    }

    int chunks() {
        return progress == null ? 0 : progress.getChunks();
    }

    boolean complete() {
        return progress != null && progress.getComplete();
    }

    /** The hash over the jobs enqueued so far; empty when there are none. */
    String prefixHash() {
        return progress == null ? "" : progress.getPrefixHash();
    }

    /**
     * When the run's first submit began.
     *
     * @param startedAt when the one that asks began, which is the first where there was none before
     */
    Instant submittedAt(Instant startedAt) {
        return manifest == null ? startedAt : manifest.getSubmittedAt();
    }

    /** How settings differ from those the run was begun with, in words; null where they do not. */
    @Nullable
    String difference(RunSettings settings) {
        if (manifest == null || manifest.getSettingsHash().equals(settings.hash())) {
            return null;
        }
        Map<String, String> begun = manifest.getSettings();
        Map<String, String> asked = settings.byName();
        TreeSet<String> names = new TreeSet<>(begun.keySet());
        names.addAll(asked.keySet());
        StringBuilder differences = new StringBuilder();
        for (String name : names) {
            String before = begun.getOrDefault(name, "none");
            String now = asked.getOrDefault(name, "none");
            if (!before.equals(now)) {
                differences
                        .append(differences.isEmpty() ? "" : "; ")
                        .append(name + ": " + now + " (the run was begun with " + before + ")");
            }
        }
        return differences.isEmpty() ? "the run was begun by a version with other settings" : differences.toString();
    }
}
