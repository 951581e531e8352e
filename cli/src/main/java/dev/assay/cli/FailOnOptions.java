package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.failon.FailOn;
import dev.assay.cli.failon.Standing;
import dev.assay.cli.terminal.Screen;
import dev.assay.schemas.RunSummary;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --fail-on}: what turns the exit code of a run that is else well. */
final class FailOnOptions {
    @Option(
            names = "--fail-on",
            paramLabel = "LIMITS",
            description = "exit code 9 where a share is passed, such as cap-hits=5%%,unscored=2%%,fallback=10%%,"
                    + "pass-rate<80%%; also truncated, filtered, refused, empty, expired, cancelled, dead-lettered,"
                    + " not-scored, drift, conservative-rate; without %% it counts jobs")
    private @Nullable String text;

    /** Says so where the text is none; called before anything else happens. */
    FailOn failOn() {
        try {
            return text == null ? FailOn.NOTHING : FailOn.parse(text);
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, "--" + e.getMessage(), "", e);
        }
    }

    boolean isGiven() {
        return text != null;
    }

    /** Adds how the run stands to an answer; nothing where nothing was asked. */
    void tell(ObjectNode answer, @Nullable RunSummary summary) {
        if (text == null) {
            return;
        }
        ArrayNode array = answer.putArray("failOn");
        for (Standing standing : failOn().of(summary)) {
            array.addObject()
                    .put("measure", standing.threshold().measure().label())
                    .put("limit", standing.threshold().text())
                    .put("isFloor", standing.threshold().isFloor())
                    .put("count", standing.count())
                    .put("of", standing.of())
                    .put("share", standing.share())
                    .put("holds", standing.holds());
        }
    }

    /** Says to people how the run stands. */
    void say(Screen screen, @Nullable RunSummary summary) {
        for (Standing standing : failOn().of(summary)) {
            screen.say(" "
                    + (standing.holds() ? screen.style().tick() : screen.style().cross()) + " " + standing);
        }
    }

    /** Ends the command where a threshold does not hold. */
    void require(@Nullable RunSummary summary) {
        List<Standing> broken = failOn().of(summary).stream()
                .filter(standing -> !standing.holds())
                .toList();
        if (!broken.isEmpty()) {
            throw new Trouble(
                    ExitCode.LIMIT,
                    "--fail-on: " + broken.stream().map(Standing::toString).collect(Collectors.joining("; ")),
                    "");
        }
    }
}
