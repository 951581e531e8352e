package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.schemas.topics.Names;
import org.jspecify.annotations.Nullable;

/**
 * A run as the command line names it: {@code RUN}, or {@code RUN:SET} for one of its score sets.
 *
 * @param scoreSet null for the scores that the run itself was given
 */
record RunRef(String runId, @Nullable String scoreSet) {
    static RunRef of(String text) {
        int colon = text.indexOf(':');
        RunRef ref =
                colon < 0 ? new RunRef(text, null) : new RunRef(text.substring(0, colon), text.substring(colon + 1));
        Cluster.requireRunId(ref.runId());
        if (ref.scoreSet() != null && !Names.isName(ref.scoreSet())) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "score set: '" + ref.scoreSet()
                            + "' (expected: 1 to 100 letters, digits, '.', '_' or '-', the first a letter or digit)",
                    "");
        }
        return ref;
    }

    @Override
    public String toString() {
        return scoreSet == null ? runId : runId + ":" + scoreSet;
    }
}
