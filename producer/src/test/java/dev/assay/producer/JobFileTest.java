package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.Expecting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {
    @TempDir
    Path directory;

    @Test
    void aBatchLineKeepsItsBodyAsItIsWritten() {
        String body = "{ \"messages\" : [ {\"role\":\"user\",\"content\":\"\\u0041\\n\"} ], \"temperature\":1.0,"
                + "\"big\":12345678901234567890, \"e\":1E+2, \"x\":{\"y\":[ ]} }";
        JobFiles.Read read = read("{\"custom_id\":\"a\",\"body\": " + body + " ,\"method\":\"POST\"}");

        assertThat(read.format()).isEqualTo("openai-batch");
        assertThat(read.only().body()).isEqualTo(body);
        assertThat(read.only().jobId()).isEqualTo("a");
        assertThat(read.only().expectation().getScorers()).isEmpty();
    }

    @Test
    void theExpectationStandsBesideTheBodyOrInEitherMetadata() {
        String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]%s}";
        String line = "{\"custom_id\":\"a\",\"body\":%s%s}";
        List<String> lines = List.of(
                line.formatted(body.formatted(""), ",\"ideal\":\"Paris\""),
                line.formatted(body.formatted(""), ",\"metadata\":{\"ideal\":\"Paris\",\"team\":\"t\"}"),
                line.formatted(body.formatted(",\"metadata\":{\"ideal\":\"Paris\"}"), ""),
                line.formatted(body.formatted(""), ",\"expectation\":{\"scorer\":\"exact\",\"ideal\":\"Paris\"}"),
                line.formatted(
                        body.formatted(",\"metadata\":{\"expectation\":\"{\\\"scorers\\\":[{\\\"targets\\\":"
                                + "\\\"Paris\\\"}]}\"}"),
                        ""));
        for (String one : lines) {
            assertThat(read(one).only().expectation().getScorers())
                    .as(one)
                    .containsExactly(Expecting.use("exact", List.of("Paris"), Map.of(), 1.0));
        }
        assertThat(read(lines.get(1)).only().tags()).isEqualTo(Map.of("team", "t"));
        assertThat(read(lines.get(2)).only().tags()).isEmpty();
    }

    @Test
    void anExpectationMayNameSeveralScorersWithOptionsAndWeights() {
        ValidJob job = read("""
            {"custom_id":"a","body":{"messages":[{"role":"user","content":"q"}]},"expectation":{"scorers":[\
            {"scorer":"numeric","targets":["18","18.0"],"options":{"tolerance":0.010,"strict":false},"weight":2},\
            {"scorer":"json_schema","ideal":{"type":"object","max":1.50}},{"scorer":"none"}]}}\
            """).only();

        assertThat(job.expectation().getScorers())
                .containsExactly(
                        Expecting.use(
                                "numeric", List.of("18", "18.0"), Map.of("tolerance", "0.010", "strict", "false"), 2.0),
                        Expecting.use("json_schema", List.of("{\"type\":\"object\",\"max\":1.50}"), Map.of(), 1.0),
                        Expecting.use("none", List.of(), Map.of(), 1.0));
    }

    @Test
    void oneScorerMayStandSeveralTimesUnderNames() {
        ValidJob job = read("""
            {"custom_id":"a","body":{"messages":[{"role":"user","content":"q"}]},"expectation":{"scorers":[\
            {"scorer":"contains","name":"why","ideal":"because"},{"scorer":"contains","ideal":"x"}]}}\
            """).only();

        assertThat(job.expectation().getScorers())
                .extracting(Expecting::partName)
                .containsExactly("why", "contains");
    }

    @Test
    void theUsualScorerAndItsOptionsCompleteWhatALineLeavesOut() {
        JobSettings settings = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .scorer("numeric", Map.of("tolerance", "0.5", "marker", "####"))
                .build()
                .jobs();
        Path file = write(
                "{\"prompt\":\"q\",\"ideal\":1}",
                "{\"prompt\":\"q\",\"ideal\":2,\"scorer_options\":{\"tolerance\":\"1\"}}",
                "{\"prompt\":\"q\",\"ideal\":\"x\",\"scorer\":\"contains\"}");

        assertThat(JobFiles.read(file, ReadOptions.AUTO, settings).jobs().stream()
                        .map(job -> job.expectation().getScorers().getFirst()))
                .containsExactly(
                        Expecting.use("numeric", List.of("1"), Map.of("tolerance", "0.5", "marker", "####"), 1.0),
                        Expecting.use("numeric", List.of("2"), Map.of("tolerance", "1", "marker", "####"), 1.0),
                        Expecting.use("contains", List.of("x"), Map.of(), 1.0));
    }

    @Test
    void targetsMayBeTheSameForAllJobs() {
        JobSettings settings = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .scorer(Expecting.use("regex", List.of("^yes"), Map.of(), 1.0))
                .build()
                .jobs();

        assertThat(JobFiles.read(write("{\"prompt\":\"q\"}"), ReadOptions.AUTO, settings)
                        .only()
                        .expectation()
                        .getScorers()
                        .getFirst()
                        .getTargets())
                .containsExactly("^yes");
    }

    @Test
    void anEvalsSampleIsMessagesOrAPrompt() {
        JobFiles.Read read = read(
                "{\"input\": [ {\"role\":\"system\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":\"q\"} ],"
                        + " \"ideal\":[\"a\",\"b\"]}",
                "{\"input\":\"say \\\"hi\\\"\",\"ideal\":\"hi\",\"id\":17}");

        assertThat(read.format()).isEqualTo("openai-evals");
        assertThat(read.jobs().get(0).body())
                .isEqualTo(
                        "{\"messages\":[ {\"role\":\"system\",\"content\":\"be brief\"},{\"role\":\"user\",\"content\":"
                                + "\"q\"} ]}");
        assertThat(read.jobs().get(0).jobId()).isEqualTo("line-1");
        assertThat(read.jobs().get(0).expectation().getScorers().getFirst().getTargets())
                .containsExactly("a", "b");
        assertThat(read.jobs().get(1).body())
                .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"say \\\"hi\\\"\"}]}");
        assertThat(read.jobs().get(1).jobId()).isEqualTo("17");
    }

    @Test
    void plainLinesTakeASystemMessageAndBodyFields() {
        ReadOptions options = ReadOptions.AUTO
                .withSystem("be \"brief\"")
                .withBodyFields(" {\"temperature\": 0.0, \"max_tokens\":50} ");

        ValidJob job = JobFiles.read(write("{\"prompt\":\"q\"}"), options, JobFiles.settings())
                .only();

        assertThat(job.body())
                .isEqualTo("{\"messages\":[{\"role\":\"system\",\"content\":\"be \\\"brief\\\"\"},{\"role\":\"user\","
                        + "\"content\":\"q\"}],\"temperature\": 0.0, \"max_tokens\":50}");
        assertThat(job.maxTokens()).isEqualTo(50);
    }

    @Test
    void questionsAndAnswersAreFoundByTheirUsualNamesAndTheTargetIsCutOut() {
        JobSettings numeric = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .scorer("numeric", Map.of())
                .build()
                .jobs();
        Path file = write(
                "{\"question\":\"How many?\",\"answer\":\"9 + 9 = 18\\n#### 18\"}",
                "{\"question\":\"And now?\",\"answer\":\"#### no: #### 1,000\"}");

        JobFiles.Read read = JobFiles.read(file, ReadOptions.AUTO.withIdealAfter("####"), numeric);

        assertThat(read.format()).isEqualTo("prompt-ideal");
        assertThat(read.jobs().stream()
                        .map(job -> job.expectation().getScorers().getFirst().getTargets()))
                .containsExactly(List.of("18"), List.of("1,000"));
    }

    @Test
    void aTemplateMakesThePromptOfAnyFields() {
        ReadOptions options = ReadOptions.AUTO
                .withTemplate("{{Q}} {a} or {b}? {a}")
                .withIdealField("target")
                .withIdField("nr");

        ValidJob job = JobFiles.read(
                        write("{\"a\":\"x\",\"b\":[1, 2.50],\"target\":\"x\",\"nr\":\"n1\"}"),
                        options,
                        JobFiles.settings())
                .only();

        assertThat(job.body()).contains("\"content\":\"{Q} x or [1, 2.50]? x\"");
        assertThat(job.jobId()).isEqualTo("n1");
        assertThat(job.expectation().getScorers().getFirst().getTargets()).containsExactly("x");
    }

    @Test
    void csvRowsMaySpanLinesAndKeepTheirLineNumbers() {
        Path file = write("""
            id,question,ideal
            1,"two
            lines, and a ""quote""\",yes

            2,plain,no
            3,too,many,cells
            4,"last",
            """);

        JobFiles.Read read = JobFiles.read(file, ReadOptions.AUTO.withTemplate("Q: {question}"), JobFiles.settings());

        assertThat(read.format()).isEqualTo("csv");
        assertThat(read.jobs().stream().map(ValidJob::line)).containsExactly(2L, 5L, 7L);
        assertThat(read.jobs().getFirst().tree().at("/messages/0/content").asText())
                .isEqualTo("Q: two\nlines, and a \"quote\"");
        assertThat(read.jobs().getLast().expectation().getScorers()).isEmpty();
        assertThat(read.problems())
                .containsExactly(new Problem("jobs", 6, 0, "4 cells (expected: 3, as many as the header)"));
    }

    @Test
    void csvTakesOtherDelimitersWindowsLineEndsAndAByteOrderMark() {
        Path file = JobFiles.write(directory, "jobs", "\uFEFFprompt;ideal\r\n\"a;b\r\nc\";x\r\nd;\"y\"\r\n");

        JobFiles.Read read = JobFiles.read(file, ReadOptions.AUTO.withDelimiter(';'), JobFiles.settings());

        assertThat(read.problems()).isEmpty();
        assertThat(read.jobs().stream()
                        .map(job -> job.tree().at("/messages/0/content").asText()))
                .containsExactly("a;b\r\nc", "d");
    }

    @Test
    void damagedCsvIsNamedByItsRow() {
        assertThat(problems("prompt,ideal\nq,\"a\" b\nr,c\n"))
                .containsExactly(
                        "jobs:2: not CSV: text behind the closing quote of a cell (inside a quoted cell a quote is"
                                + " written twice)");
        assertThat(problems("prompt,ideal\nr,c\nq,\"a\n1\n2\n3\n"))
                .containsExactly("jobs:3:3: the quote opened here is never closed, so nothing behind it can be read");
        assertThat(problems("prompt,ideal\nq 5\" wide,c\n")).isEmpty();
        assertThat(problems("prompt,ideal\n,c\n")).isEmpty();
        assertThat(problems("a,b\n1,2\n"))
                .containsExactly("jobs:1: the header has no column 'prompt' (it has: a, b; name the columns, or give a"
                        + " template such as 'Q: {question}')");
        assertThat(problems("prompt,prompt\n1,2\n"))
                .containsExactly("jobs:1: the header has the column 'prompt' twice");
    }

    @Test
    void aQuotedCellMayNotGrowWithoutBound() {
        JobSettings small = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .maxBodyBytes(1_000)
                .build()
                .jobs();
        Path file = JobFiles.write(directory, "jobs", "prompt\n\"" + "0123456789\n".repeat(100_000));

        assertThat(JobFiles.read(file, ReadOptions.AUTO, small).problems().stream()
                        .map(Problem::toString))
                .containsExactly(
                        "jobs:2:1: the quote opened here is not closed within 263144 characters, so nothing behind it"
                                + " can be read");
    }

    @Test
    void theFormatIsToldFromTheFirstLineThatSaysSomething() {
        assertThat(read("", "  ", JobFiles.batchLine("a", "q")).format()).isEqualTo("openai-batch");
        assertThat(problems("[{\"prompt\":\"q\"}]\n"))
                .containsExactly(
                        "jobs:1:1: a JSON array (expected: one object on each line; jq -c '.[]' makes lines of an"
                                + " array)");
        assertThat(problems("\n{\"text\":\"q\",\"label\":1}\n"))
                .containsExactly("jobs:2:1: the format cannot be told from its fields text, label (expected: body for"
                        + " OpenAI Batch, input for OpenAI evals, prompt or question for plain lines; otherwise name"
                        + " the prompt's field or give a template)");
        assertThat(JobFiles.read(
                                write("{\"text\":\"q\"}"),
                                ReadOptions.AUTO.withPromptField("text"),
                                JobFiles.settings())
                        .format())
                .isEqualTo("prompt-ideal");
        assertThat(problems("{\"custom_id\":\"a\",\n"))
                .containsExactly("jobs:1:18: not JSON: the line ends before the" + " value does");
    }

    @Test
    void whatIsNoTextIsNamed() throws Exception {
        Path utf16 = Files.write(directory.resolve("jobs"), "{\"prompt\":\"q\"}".getBytes(StandardCharsets.UTF_16));
        assertThat(JobFiles.read(utf16, ReadOptions.AUTO, JobFiles.settings()).problems())
                .containsExactly(Problem.ofWhole("jobs", "UTF-16 text (expected: UTF-8)"));
        Path zip = Files.write(directory.resolve("jobs"), new byte[] {'P', 'K', 3, 4});
        assertThat(JobFiles.read(zip, ReadOptions.AUTO, JobFiles.settings()).problems())
                .containsExactly(Problem.ofWhole("jobs", "a zip archive (expected: text, or gzip)"));
        Path cut = Files.write(directory.resolve("jobs"), new byte[] {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1});
        assertThat(JobFiles.read(cut, ReadOptions.AUTO, JobFiles.settings())
                        .problems()
                        .getFirst()
                        .toString())
                .isEqualTo("jobs: cannot be read: the gzip data end early (is the copy complete?)");
        assertThat(JobFiles.read(directory, ReadOptions.AUTO, JobFiles.settings())
                        .problems()
                        .getFirst()
                        .reason())
                .isEqualTo("a directory (expected: a file)");
    }

    @Test
    void aDeadlineOfALineIsATimeWithItsOffset() {
        assertThat(read("{\"prompt\":\"q\",\"deadline\":\"2030-06-01T10:00:00+02:00\"}")
                        .only()
                        .deadline())
                .isEqualTo(Instant.parse("2030-06-01T08:00:00Z"));
    }

    @Test
    void aPatternThatWouldUnrollToMillionsOfStepsIsRefusedWithoutBeingCompiled() {
        assertThat(problems("{\"prompt\":\"q\",\"scorer\":\"regex\",\"ideal\":\"(((a{1000}){1000}){1000}){1000}\"}\n"))
                .containsExactly(
                        "jobs:1:40: pattern '(((a{1000}){1000}){1000}){1000}': its counted repetitions unroll to"
                                + " more than 20000 steps");
    }

    @Test
    void anAssistantsMessageMayBeAllToolCall() {
        assertThat(
                        read("{\"custom_id\":\"a\",\"body\":{\"n\":1,\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":"
                            + "[{\"type\":\"text\",\"text\":\"q\"},{\"type\":\"image_url\",\"image_url\":{\"url\":"
                            + "\"https://x/y.png\"}}]},{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{}]},"
                            + "{\"role\":\"tool\",\"content\":\"\"}]}}")
                                .problems())
                .isEmpty();
    }

    @Test
    void optionsThatCannotBeAreRefusedWithWhatIsExpected() {
        assertThatThrownBy(() -> ReadOptions.AUTO.withTemplate("no field"))
                .hasMessage("template: 'no field' names no field, so all prompts would be alike (expected: {field})");
        assertThatThrownBy(() -> ReadOptions.AUTO.withTemplate("a {b"))
                .hasMessage(
                        "template: the brace at character 3 of 'a {b' is not closed (expected: {field}, or {{ and }}"
                                + " for braces)");
        assertThatThrownBy(() -> ReadOptions.AUTO.withTemplate("a } {b}"))
                .hasMessageContaining("the brace at character 3 of 'a } {b}' closes nothing");
        assertThatThrownBy(() -> ReadOptions.AUTO.withBodyFields("{\"n\":2}"))
                .hasMessage("body-fields: n cannot be set here");
        assertThatThrownBy(() -> ReadOptions.AUTO.withBodyFields("[1]"))
                .hasMessageStartingWith("body-fields: character 1:");
        assertThatThrownBy(() -> InputFormat.named("xml"))
                .hasMessage("format: xml (expected: openai-batch, openai-evals, prompt-ideal, csv)");
        assertThat(InputFormat.named("CSV")).isEqualTo(InputFormat.CSV);
    }

    private Path write(String... lines) {
        return JobFiles.write(directory, "jobs", List.of(lines));
    }

    private JobFiles.Read read(String... lines) {
        return JobFiles.read(write(lines), ReadOptions.AUTO, JobFiles.settings());
    }

    private List<String> problems(String text) {
        return JobFiles.read(JobFiles.write(directory, "jobs", text), ReadOptions.AUTO, JobFiles.settings())
                .problems()
                .stream()
                .map(Problem::toString)
                .toList();
    }
}
