package dev.assay.deadletters;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Job;
import dev.assay.schemas.deadletter.Ancestor.Edit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportLineTest {
    private static final LetterId ID = LetterId.parse("jobs-3-1042");

    @Test
    void everyByteComesBack() throws BadFieldException {
        byte[] large = new byte[2_000_000];
        Arrays.fill(large, (byte) 0xa7);
        List<byte @Nullable []> values = new ArrayList<>(List.of(new byte[0], new byte[] {-1, -1, 0}, large));
        values.add(null);
        Headers doubled = new RecordHeaders()
                .add("h", new byte[] {1})
                .add("h", null)
                .add("h", new byte[0])
                .add("ü", new byte[] {(byte) 0xff});
        for (byte[] value : values) {
            for (Headers headers : List.of(doubled, new RecordHeaders())) {
                Letter letter = JobSamples.letter(ID, value, headers);
                ExportLine line = ExportLine.read(ExportLine.write(letter, null));
                assertThat(line.id()).isEqualTo(ID);
                assertThat(line.at()).isEqualTo(letter.at());
                assertThat(line.key()).isEqualTo(letter.key());
                assertThat(line.value()).isEqualTo(value);
                assertThat(line.headers()).isEqualTo(headers);
                assertThat(line.job()).isNull();
                assertThat(line.body()).isNull();
            }
        }
    }

    @Test
    void aJobStandsBesideAsItIsAndOnOneLine() throws BadFieldException {
        Job job = Job.newBuilder(JobSamples.job(1))
                .setBody("{\n  \"messages\": [],\r\n  \"x\": 0.10\n}")
                .build();
        String text = ExportLine.write(letter(job), job);
        assertThat(text).doesNotContain("\n", "\r").contains("\"x\": 0.10");
        ExportLine line = ExportLine.read(text);
        assertThat(LineChange.of(job, line.job(), line.body()).edits()).isEmpty();
    }

    @Test
    void whatSomebodyChangedIsFoundAndNothingElse() throws BadFieldException {
        Job job = JobSamples.job(1);
        String changed = ExportLine.write(letter(job), job)
                .replace("\"temperature\": 0.10", "\"temperature\":1.0,\"top_p\":0.50")
                .replace("\"route\":\"main\"", "\"route\":\"large\"")
                .replace("{\"suite\":\"sums\"}", "{\"set\":\"a\"}");
        ExportLine line = ExportLine.read(changed);
        Edited edited = LineChange.of(job, line.job(), line.body());
        assertThat(edited.edits())
                .containsExactlyInAnyOrder(
                        new Edit("route", "\"main\"", "\"large\""),
                        new Edit("tags.set", null, "\"a\""),
                        new Edit("tags.suite", "\"sums\"", null),
                        new Edit("body.temperature", "0.10", "1.0"),
                        new Edit("body.top_p", null, "0.50"));
        assertThat(edited.job().getBody())
                .contains("\"seed\":12345678901234567890", "\"x\":1e-7", "\"top_p\":0.50", "\"temperature\":1.0");
        assertThat(edited.job().getRoute()).isEqualTo("large");
    }

    @Test
    void numbersThatAToolWroteAnewAreNoChange() throws BadFieldException {
        Job job = JobSamples.job(1);
        ExportLine line = ExportLine.read(
                ExportLine.write(letter(job), job).replace("0.10", "0.1").replace("1e-7", "0.0000001"));
        assertThat(LineChange.of(job, line.job(), line.body()).edits()).isEmpty();
    }

    @Test
    void whatNamesTheJobCannotBeChanged() throws BadFieldException {
        Job job = JobSamples.job(1);
        ExportLine line = ExportLine.read(
                ExportLine.write(letter(job), job).replace("\"jobId\":\"job-1\",\"gen", "\"jobId\":\"other\",\"gen"));
        assertThatThrownBy(() -> LineChange.of(job, line.job(), line.body()))
                .isInstanceOf(BadFieldException.class)
                .hasMessage("job.jobId: \"other\" (it cannot be changed; it was \"job-1\")");
    }

    @Test
    void aJobForBytesThatWereNoneMustBeTheOneThatTheHeadersTell() throws BadFieldException {
        Job job = JobSamples.job(1);
        Letter undecodable = JobSamples.letter(
                ID, new byte[] {9}, JobSamples.headers(JobSamples.told(job), JobSamples.original(job)));
        ExportLine line = ExportLine.read(ExportLine.write(undecodable, job));
        Edited mended = LineChange.mended(undecodable, requireNonNull(line.job()), line.body());
        assertThat(mended.job()).isEqualTo(job);
        assertThat(mended.edits()).extracting(Edit::path).containsExactly("job", "body");

        Job other = JobSamples.job(2);
        ExportLine wrong = ExportLine.read(ExportLine.write(undecodable, other));
        assertThatThrownBy(() -> LineChange.mended(undecodable, requireNonNull(wrong.job()), wrong.body()))
                .hasMessage("job.jobId: job-2 (expected: job-1, as the dead letter says)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | line: not JSON at character 2",
                "[] | line: not a JSON object",
                "{\"at\":\"2026-11-30T12:00:00Z\"} | id: missing (expected: such as jobs-3-1042)",
                "{\"id\":\"jobs-3\"} | id: \"jobs-3\" (expected: such as jobs-3-1042)",
                "{\"id\":\"jobs-3-1\",\"at\":\"now\"} | at: \"now\" (expected: a time",
                "{\"id\":\"jobs-3-1\",\"at\":\"2026-11-30T12:00:00Z\"} | key: missing (expected: base64, or null)",
                "{\"id\":\"jobs-3-1\",\"at\":\"2026-11-30T12:00:00Z\",\"key\":\"?\"} | key: not base64",
            })
    void aWrongLineNamesItsField(String text, String complaint) {
        assertThatThrownBy(() -> ExportLine.read(text))
                .isInstanceOf(BadFieldException.class)
                .hasMessageStartingWith(complaint);
    }

    private static Letter letter(Job job) {
        return JobSamples.letter(
                ID, new byte[] {1}, JobSamples.headers(JobSamples.told(job), JobSamples.original(job)));
    }
}
