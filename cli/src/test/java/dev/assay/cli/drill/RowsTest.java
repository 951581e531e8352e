package dev.assay.cli.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.drill.Observation.Judged;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.topics.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that could not fail would prove nothing: every observation of every row is shown what it must not accept. */
class RowsTest {
    private static final List<String> JOBS = List.of(
            "job",
            "slow",
            "limited",
            "behind",
            "other",
            "elsewhere",
            "nowhere",
            "patient",
            "hasty",
            "model",
            "proxy",
            "once",
            "always",
            "transient",
            "silent",
            "moved",
            "closed",
            "filtered",
            "refused");

    static Stream<Row> rows() {
        return Rows.all().stream();
    }

    @Test
    void namesAndLanesAreNamesThatNoOtherRowHas() {
        List<Row> rows = Rows.all();
        assertThat(rows).hasSizeGreaterThanOrEqualTo(24);
        assertThat(rows.stream().map(Row::name)).doesNotHaveDuplicates().allMatch(Names::isName);
        assertThat(rows.stream().flatMap(row -> row.lanes().stream()))
                .doesNotHaveDuplicates()
                .allMatch(Names::isName);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whereNothingHappenedNothingExpectedIsSeen(Row row) {
        Evidence nothing = moments(Fabricated.of(row.name()).job("job-1")).evidence();
        for (Observation observation : row.observations()) {
            if (observation.isExpected()) {
                assertThat(isRight(observation, nothing))
                        .as(observation.words())
                        .isFalse();
            }
        }
        assertThat(isRight(row, nothing)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everythingUnacceptableIsFoundWhereItHappened(Row row) {
        List<Evidence> disasters = disasters(row);
        for (Observation observation : row.observations()) {
            if (!observation.isExpected()) {
                assertThat(disasters.stream().filter(evidence -> !isRight(observation, evidence)))
                        .as(observation.words())
                        .isNotEmpty();
            }
        }
    }

    /** Everything goes wrong at once, in several ways. */
    private static List<Evidence> disasters(Row row) {
        List<Evidence> disasters = new ArrayList<>();
        for (int status : new int[] {200, 429, 500}) {
            disasters.add(disaster(row, status, JobStatus.DEAD_LETTERED, AnswerSource.NONE));
            disasters.add(disaster(row, status, JobStatus.FALLBACK, AnswerSource.FALLBACK_MODEL));
            disasters.add(disaster(row, status, JobStatus.SUCCEEDED, AnswerSource.PRIMARY_MODEL));
        }
        disasters.add(mixed(row));
        return disasters;
    }

    private static Evidence disaster(Row row, int status, JobStatus end, AnswerSource source) {
        Fabricated evidence = moments(Fabricated.of(row.name()));
        for (String job : JOBS) {
            evidence.result(job + "-1", end, source, FailureKind.UNKNOWN, "first", 3);
            calls(evidence, job, status);
        }
        return evidence.evidence();
    }

    /** Failures first, then a crowd of answers. */
    private static Evidence mixed(Row row) {
        Fabricated evidence = moments(Fabricated.of(row.name()));
        for (String job : JOBS) {
            evidence.result(
                    job + "-1", JobStatus.EXPIRED, AnswerSource.NONE, FailureKind.DEADLINE_EXCEEDED, "first", 1);
            evidence.call("first", job + "-1", 500, 0, 0.1);
            evidence.call("first", job + "-1", 200, 20, 3);
            evidence.call("first", job + "-1", 200, 20.5, 3);
        }
        return evidence.evidence();
    }

    private static void calls(Fabricated evidence, String job, int status) {
        int times = job.equals("job") ? 10 : 2;
        for (int i = 0; i < times; i++) {
            for (String role : List.of("first", "second", "third")) {
                evidence.call(role, job + "-1", status, i * 1.5, 40, "large", false);
                evidence.call(role, job + "-1", status, i * 1.5, 40, "gone", false);
            }
        }
        evidence.callAgain("first");
    }

    private static Fabricated moments(Fabricated evidence) {
        return evidence.moment("working", 0)
                .moment("begin", 5)
                .moment("storm", 5)
                .moment("cancelled", 5)
                .moment("end", 12)
                .moment("over", 12)
                .moment("unblocked", 12);
    }

    private static boolean isRight(Observation observation, Evidence evidence) {
        try {
            return observation.judged(evidence).seen().isRight();
        } catch (RowTrouble | IllegalArgumentException | java.util.NoSuchElementException e) {
            // Evidence that cannot be judged makes no verdict either.
            return false;
        }
    }

    private static boolean isRight(Row row, Evidence evidence) {
        try {
            return RowVerdict.of(row, evidence, Duration.ZERO).isRight();
        } catch (RowTrouble | IllegalArgumentException | java.util.NoSuchElementException e) {
            return false;
        }
    }

    @Test
    void aVerdictIsNoAsSoonAsOneObservationIs() {
        Row row = Rows.all().getFirst();
        Judged right = new Judged(true, "x", new Seen(true, "1"));
        Judged wrong = new Judged(false, "y", new Seen(false, "1"));
        assertThat(new RowVerdict(row, List.of(right), "", "", Duration.ZERO, null).isRight())
                .isTrue();
        assertThat(new RowVerdict(row, List.of(right, wrong), "", "", Duration.ZERO, null).isRight())
                .isFalse();
        assertThat(new RowVerdict(row, List.of(right), "", "late", Duration.ZERO, null).isRight())
                .isFalse();
        assertThat(new RowVerdict(row, List.of(), "", "", Duration.ZERO, null).isRight())
                .isFalse();
        assertThat(Set.of("expected", "unacceptable")).contains(right.kind(), wrong.kind());
    }
}
