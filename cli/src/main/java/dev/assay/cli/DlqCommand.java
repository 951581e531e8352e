package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code assay dlq}: jobs and results that nobody could deal with, and what to do about them. */
@Command(
        name = "dlq",
        description = {
            "Shows dead letters: jobs that no worker could do and results that no scorer could use, each with its"
                    + " bytes, its evidence and its history.",
            "A dead letter is never deleted before its time; one that was dealt with is marked, and no longer open."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq stats --run nightly-7                       what died, and why",
            "  assay dlq list --kind timeout --since 2h",
            "  assay dlq show jobs-3-1042",
            "  assay dlq replay --run nightly-7 --kind timeout --reason 'the provider is back' --dry-run",
            "  assay dlq export --kind bad_request --output bad.jsonl",
            "  assay dlq import bad.jsonl --reason 'temperature was 3'"
        })
final class DlqCommand implements Callable<Integer> {
    @Override
    public Integer call() {
        throw new Trouble(
                ExitCode.USAGE,
                "dlq: say which: list, stats, show, replay, discard, export or import",
                "see: assay dlq --help");
    }
}
