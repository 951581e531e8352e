package dev.assay.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.RunSamples;
import dev.assay.cli.read.Check;
import dev.assay.cli.read.Finding;
import dev.assay.cli.read.InFlight;
import dev.assay.cli.read.RunView;
import dev.assay.cli.read.Verification;
import dev.assay.cli.terminal.Style;
import dev.assay.schemas.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunViewsTest {
    private static final RunView OVER = new RunView(
            "r1",
            RunSamples.manifest("r1"),
            RunSamples.progress("r1", 10, true),
            RunSamples.summary("r1", 10, 8, 6, 2));

    @Test
    void aRunIsOverWhenEverythingEnqueuedIsCounted() {
        assertThat(OVER.state()).isEqualTo(RunView.State.OVER);
        assertThat(view(10, true, 9).state()).isEqualTo(RunView.State.RUNNING);
        assertThat(view(10, false, 10).state()).isEqualTo(RunView.State.SUBMITTING);
        assertThat(new RunView("r1", null, null, null).state()).isEqualTo(RunView.State.SUBMITTING);
        assertThat(new RunView("r1", null, null, RunSamples.summary("r1", 3, 3, 3, 0)).state())
                .isEqualTo(RunView.State.OVER);
    }

    @Test
    void jsonOfARunHasTheseFieldsInThisOrder() {
        ObjectNode json = RunJson.of(OVER);
        List<String> names = new ArrayList<>();
        json.fieldNames().forEachRemaining(names::add);
        assertThat(names)
                .containsExactly(
                        "runId",
                        "state",
                        "enqueued",
                        "finished",
                        "inFlight",
                        "manifest",
                        "progress",
                        "summary",
                        "scoreSets");
        assertThat(json.at("/state").asText()).isEqualTo("OVER");
        assertThat(json.at("/summary/outcomes/SCORED").asLong()).isEqualTo(8);
        assertThat(json.at("/summary/cost").toString()).isEqualTo("0.0123");
        assertThat(json.at("/manifest/submittedAt").asText()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(json.at("/manifest/deadline").isNull()).isTrue();
        assertThat(RunJson.of(new RunView("r1", null, null, null)).toString())
                .isEqualTo("{\"runId\":\"r1\",\"state\":\"SUBMITTING\",\"enqueued\":0,\"finished\":0,\"inFlight\":0,"
                        + "\"manifest\":null,\"progress\":null,\"summary\":null,\"scoreSets\":[]}");
    }

    @Test
    void jsonOfAVerificationIsAsItAlwaysWas() {
        Verification verification = new Verification(
                "r1",
                10,
                true,
                Map.of("SCORED", 7L, "DEAD_LETTERED", 1L),
                new InFlight(1, 0, 0, 0),
                1,
                List.of(new Finding(Check.LOST, 1, List.of("job 4 of the input"))));
        assertThat(VerificationJson.of(verification).toString())
                .isEqualTo("{\"runId\":\"r1\",\"holds\":false,\"enqueued\":10,\"submitComplete\":true,"
                               + "\"outcomes\":{\"DEAD_LETTERED\":1,\"SCORED\":7},\"finished\":8,"
                               + "\"inFlight\":{\"waiting\":1,\"parked\":0,\"scoring\":0,\"counting\":0,\"total\":1},\"remainder\":1,\"findings\":[{\"check\":\"job-lost\",\"count\":1,\"examples\":[\"job"
                               + " 4 of the input\"]}]}");
        assertThat(VerificationLines.of(verification, Style.PLAIN))
                .contains(
                        " enqueued                  10",
                        " - dead-lettered            1",
                        " = remainder                1",
                        "x 1 jobs that are neither waiting nor have a result",
                        "    job 4 of the input");
    }

    @Test
    void aRunForPeopleNeverShowsARateWithoutItsNumbers() {
        List<String> lines = RunLines.of(OVER, Style.PLAIN, 80);
        assertThat(lines).anyMatch(line -> line.contains("pass rate") && line.contains("6 of 8 scored, 10 in all"));
        assertThat(lines).anyMatch(line -> line.contains("dead-lettered") && line.contains("20.0 %"));
        assertThat(lines).anyMatch(line -> line.contains("failures") && line.contains("TRANSIENT 2"));
        List<String> nothing = RunLines.of(view(5, true, 0), Style.PLAIN, 80);
        assertThat(nothing).anyMatch(line -> line.contains("pass rate     -"));
        assertThat(nothing).anyMatch(line -> line.contains("in flight"));
    }

    @Test
    void framesFitTheTerminal() {
        Pace pace = new Pace(Duration.ofSeconds(5));
        for (int columns : new int[] {40, 80, 200}) {
            assertThat(RunFrame.lines(OVER, pace, Style.PLAIN, columns).get(1).length())
                    .isLessThanOrEqualTo(columns);
        }
        assertThat(RunFrame.line(OVER, pace)).isEqualTo("10 of 10 ended, scored 8, dead-lettered 2, 0/s");
        assertThat(OVER.outcome(Outcome.EXPIRED)).isZero();
    }

    private static RunView view(long enqueued, boolean complete, long scored) {
        return new RunView(
                "r1",
                RunSamples.manifest("r1"),
                RunSamples.progress("r1", enqueued, complete),
                RunSamples.summary("r1", enqueued, scored, scored, 0));
    }
}
