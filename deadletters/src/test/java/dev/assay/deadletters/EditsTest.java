package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor.Edit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditsTest {
    private static final Job JOB = JobSamples.job(1);

    @Test
    void changesFieldsAndTellsWhatTheyWere() throws BadFieldException {
        Edited edited = apply("route=large", "priority=5", "maxWait=60s", "requiredRegion=eu", "tags.mended=yes");
        assertThat(edited.job().getRoute()).isEqualTo("large");
        assertThat(edited.job().getPriority()).isEqualTo(5);
        assertThat(edited.job().getMaxWait()).isEqualTo("60s");
        assertThat(edited.job().getRequiredRegion()).isEqualTo("eu");
        assertThat(edited.job().getTags()).isEqualTo(Map.of("suite", "sums", "mended", "yes"));
        assertThat(edited.job().getBody()).isEqualTo(JOB.getBody());
        assertThat(edited.edits())
                .containsExactly(
                        new Edit("route", "\"main\"", "\"large\""),
                        new Edit("priority", "0", "5"),
                        new Edit("maxWait", null, "\"60s\""),
                        new Edit("requiredRegion", null, "\"eu\""),
                        new Edit("tags.mended", null, "\"yes\""));
    }

    @Test
    void everythingElseOfTheBodyStaysAsItIsWritten() throws BadFieldException {
        Edited edited =
                apply("body.temperature=1", "body.messages[0].content=What is 6 times 8?", "body.stop=[\"\\n\"]");
        assertThat(edited.job().getBody())
                .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"What is 6 times 8?\"}],\"temperature\":1,"
                        + "\"seed\":12345678901234567890,\"x\":1e-7,\"stop\":[\"\\n\"]}");
        assertThat(edited.edits())
                .containsExactly(
                        new Edit("body.temperature", "0.10", "1"),
                        new Edit("body.messages[0].content", "\"What is 6 times 7?\"", "\"What is 6 times 8?\""),
                        new Edit("body.stop", null, "[\"\\n\"]"));
    }

    @Test
    void aPlaceInTheBodyMayBeAPointerAndObjectsOnTheWayAreMade() throws BadFieldException {
        Edited edited = apply("body/messages/0/name=kim", "body.metadata.by.whom=kim", "body/a.b~1c=true");
        assertThat(edited.job().getBody())
                .contains("\"name\":\"kim\"")
                .contains("\"metadata\":{\"by\":{\"whom\":\"kim\"}}")
                .contains("\"a.b/c\":true");
    }

    @Test
    void noValueTakesTheOldOneAway() throws BadFieldException {
        Edited edited = apply("body.seed=", "tags.suite=", "body.not.there=");
        assertThat(edited.job().getBody()).doesNotContain("seed").contains("0.10");
        assertThat(edited.job().getTags()).isEmpty();
        assertThat(edited.edits())
                .containsExactly(
                        new Edit("body.seed", "12345678901234567890", null), new Edit("tags.suite", "\"sums\"", null));
    }

    @Test
    void theCapOnTokensIsChangedWhereTheBodyStatesIt() throws BadFieldException {
        assertThat(apply("maxTokens=2000").job().getBody()).contains("\"max_tokens\":2000");
        Job job = Job.newBuilder(JOB)
                .setBody("{\"messages\":[],\"max_completion_tokens\":5}")
                .build();
        assertThat(Edits.parse(List.of("maxTokens=2000")).apply(job).job().getBody())
                .isEqualTo("{\"messages\":[],\"max_completion_tokens\":2000}");
        assertThat(Edits.parse(List.of("maxTokens=")).apply(job).job().getBody())
                .isEqualTo("{\"messages\":[]}");
    }

    @Test
    void whatIsSoAlreadyIsNoEdit() throws BadFieldException {
        assertThat(apply("route=main", "body.temperature=0.1", "tags.suite=sums", "priority=0")
                        .edits())
                .isEmpty();
    }

    @Test
    void aDeadlineIsAsFarAheadAsAtFirstUnlessItIsGiven() throws BadFieldException {
        Instant now = JobSamples.TIME.plus(Duration.ofDays(3));
        assertThat(Edited.unchanged(JOB).deadlineFrom(now)).isEqualTo(now.plusSeconds(3_600));
        assertThat(apply("maxAge=2h").deadlineFrom(now)).isEqualTo(now.plusSeconds(7_200));
        assertThat(apply("deadline=2026-12-24T18:00:00Z").deadlineFrom(now))
                .isEqualTo(Instant.parse("2026-12-24T18:00:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "route | route: no change (expected: PATH=VALUE)",
                "route= | route: no value (a job cannot be without it)",
                "priority=high | priority: high (expected: a whole number)",
                "maxTokens=some | maxTokens: some (expected: a whole number)",
                "deadline=tomorrow | deadline: tomorrow (expected: a time such as 2026-12-01T12:00:00Z)",
                "maxAge=0 | maxAge: 0 (expected: > 0)",
                "runId=other | runId: cannot be changed",
                "body=x | body: cannot be changed",
                "body.messages[x]=1 | body.messages[x]: no path",
            })
    void aWrongChangeSaysWhatIsWrong(String setting, String complaint) {
        assertThatThrownBy(() -> Edits.parse(List.of(setting)))
                .isInstanceOf(BadFieldException.class)
                .hasMessageStartingWith(complaint);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "body.messages[7].content=x | messages.7: no such element (the array has 1)",
                "body.temperature.unit=x | temperature.unit: what it is in is neither an object nor an array",
            })
    void aPlaceThatIsNotThereIsToldOfTheJob(String setting, String complaint) {
        assertThatThrownBy(() -> apply(setting))
                .isInstanceOf(BadFieldException.class)
                .hasMessage(complaint);
    }

    private static Edited apply(String... settings) throws BadFieldException {
        return Edits.parse(List.of(settings)).apply(JOB);
    }
}
