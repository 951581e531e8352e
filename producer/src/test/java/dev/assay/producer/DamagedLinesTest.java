package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What people are told about lines that are no jobs, to the letter: the place, the reason, what was expected. */
class DamagedLinesTest {
    private static final String GOOD = JobFiles.batchLine("good", "hello");
    private static final String BODY = "{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]}";

    @TempDir
    Path directory;

    /**
     * One line.
     *
     * @param marked the line, with § before the character that is to be named as the place; without it for no place
     * @param told the reason
     */
    private record Damaged(String marked, String told) {
        String line() {
            return marked.replace("§", "");
        }

        String place() {
            return marked.contains("§") ? ":" + (marked.indexOf("§") + 1) : "";
        }
    }

    @TestFactory
    List<DynamicTest> batchLinesThatAreNoJobs() {
        return tests(
                ReadOptions.AUTO.withFormat(InputFormat.OPENAI_BATCH),
                JobFiles.settings(),
                List.of(
                        // No JSON, or not of the form.
                        new Damaged(
                                "§nonsense",
                                "not JSON: Unrecognized token 'nonsense': was expecting (JSON String, Number,"
                                        + " Array, Object or token 'null', 'true' or 'false')"),
                        new Damaged("{\"custom_id\":\"a\"§", "not JSON: the line ends before the value does"),
                        new Damaged("{\"custom_id\":\"a§", "not JSON: the line ends before the value does"),
                        new Damaged(
                                "{§'custom_id':\"a\"}",
                                "not JSON: Unexpected character (''' (code 39)): was expecting"
                                        + " double-quote to start field name"),
                        new Damaged(
                                "{\"a\":1,§}",
                                "not JSON: Unexpected character ('}' (code 125)): was expecting double-quote"
                                        + " to start field name"),
                        new Damaged("{\"a\":[1,2§}", "not JSON: Unexpected close marker '}': expected ']'"),
                        new Damaged("{\"a\":NaN§}", "not JSON: NaN is no JSON number"),
                        new Damaged("{\"a\":-Infinity§}", "not JSON: -Infinity is no JSON number"),
                        new Damaged("{\"a\":0§1}", "not JSON: Invalid numeric value: Leading zeroes not allowed"),
                        new Damaged(
                                "{\"a\":\"§\t\"}",
                                "not JSON: Illegal unquoted character ((CTRL-CHAR, code 9)): has to be"
                                        + " escaped using backslash to be included in string value"),
                        new Damaged("{\"a\":1,\"a\"§:2}", "not JSON: the key 'a' stands twice in an object"),
                        new Damaged(
                                line("a", "{\"messages\":[],\"seed\":1,\"seed\"§:1}"),
                                "not JSON: the key 'seed' stands twice in an object"),
                        new Damaged(
                                "{\"a\":1} §{\"b\":2}",
                                "more text behind the JSON object (expected: one object on each line)"),
                        new Damaged("§// comment", "not JSON: Unexpected character ('/' (code 47))"),
                        new Damaged("§\"a string\"", "not a JSON object but a string (expected: {...} on each line)"),
                        new Damaged("§[1]", "not a JSON object but an array (expected: {...} on each line)"),
                        new Damaged("§null", "not a JSON object but null (expected: {...} on each line)"),
                        new Damaged("§7", "not a JSON object but a number (expected: {...} on each line)"),
                        new Damaged(
                                "{\"a\":" + "[".repeat(600) + "]".repeat(600) + "}",
                                "not JSON: Document nesting depth (501) exceeds the maximum allowed (500)"),
                        // The envelope.
                        new Damaged("§{\"custom_id\":\"a\"}", "body: missing (expected: a chat-completions request)"),
                        new Damaged(line("a", "§\"text\""), "body: a string (expected: a chat-completions request)"),
                        new Damaged(
                                "§{\"body\":" + BODY + "}",
                                "custom_id: missing (expected: a string that no other line has)"),
                        new Damaged(
                                "{\"custom_id\":§7,\"body\":" + BODY + "}",
                                "custom_id: a number (expected: a string that no other line has)"),
                        new Damaged(
                                line("  ", BODY).replace("\"  ", "§\"  "),
                                "custom_id: blank (expected: a string that no other line has)"),
                        new Damaged(
                                line("x".repeat(513), BODY).replace("\"x", "§\"x"),
                                "custom_id: 513 characters (limit: 512)"),
                        new Damaged(
                                line("a\\u0007b", BODY).replace("\"a", "§\"a"),
                                "custom_id: control character \\u0007 at character 2 (expected:" + " printable text)"),
                        new Damaged(with("\"method\":§\"GET\""), "method: 'GET' (expected: POST)"),
                        new Damaged(
                                with("\"url\":§\"/v1/embeddings\""),
                                "url: '/v1/embeddings' (expected: /v1/chat/completions)"),
                        new Damaged(with("\"url\":§7"), "url: a number (expected: /v1/chat/completions)"),
                        new Damaged(
                                with("\"deadline\":§\"tomorrow\""),
                                "deadline: 'tomorrow' (expected: a time with its"
                                        + " offset, such as 2030-01-31T12:00:00Z)"),
                        new Damaged(
                                with("\"deadline\":§1700000000"),
                                "deadline: a number (expected: a time with its offset,"
                                        + " such as 2030-01-31T12:00:00Z)"),
                        new Damaged(
                                with("\"deadline\":§\"2025-12-31T23:59:59Z\""),
                                "deadline: 2025-12-31T23:59:59Z is past"
                                        + " (expected: after the run's start at 2026-01-01T00:00:00Z)"),
                        new Damaged(with("\"metadata\":§[1]"), "metadata: an array (expected: an object)"),
                        new Damaged(
                                with("\"metadata\":{\"team\":§{\"a\":1}}"),
                                "metadata.team: an object (expected: a string," + " a number or a boolean)"),
                        // The messages.
                        new Damaged(body("§{}"), "body.messages: missing (expected: an array)"),
                        new Damaged(body("{\"messages\":§\"hi\"}"), "body.messages: a string (expected: an array)"),
                        new Damaged(
                                body("{\"messages\":§[]}"), "body.messages: empty (expected: at least one message)"),
                        new Damaged(
                                body("{\"messages\":[§\"hi\"]}"),
                                "body.messages[0]: a string (expected: an object with role and content)"),
                        new Damaged(
                                messages("§{\"content\":\"q\"}"),
                                "body.messages[0]: no role (expected: system, developer,"
                                        + " user, assistant or tool)"),
                        new Damaged(
                                messages("{\"role\":§\"\",\"content\":\"q\"}"),
                                "body.messages[0].role: blank (expected:"
                                        + " system, developer, user, assistant or tool)"),
                        new Damaged(
                                messages("{\"role\":§1,\"content\":\"q\"}"),
                                "body.messages[0].role: 1 (expected: system," + " developer, user, assistant or tool)"),
                        new Damaged(
                                messages("§{\"role\":\"user\"}"),
                                "body.messages[0]: no content (expected: a string or an array of parts)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":§null}"),
                                "body.messages[0].content: null (expected: a string or an array of parts)"),
                        new Damaged(
                                messages(
                                        "{\"role\":\"user\",\"content\":\"q\"},{\"role\":\"assistant\",\"content\":§null}"),
                                "body.messages[1].content: null (expected: a string or an array of parts)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":§[]}"),
                                "body.messages[0].content: empty (expected: at least one part)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":[§\"q\"]}"),
                                "body.messages[0].content[0]: a string (expected: an object with type)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":[§{\"text\":\"q\"}]}"),
                                "body.messages[0].content[0]: no type (expected: such as text or image_url)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":[§{\"type\":\"text\"}]}"),
                                "body.messages[0].content[0]: no text (expected: a string)"),
                        new Damaged(
                                messages("{\"role\":\"user\",\"content\":§\"a\\ud83d\"}"),
                                "body.messages[0].content: half a"
                                        + " character (\\ud83d without its other half), which no request can carry"),
                        // What the body asks for.
                        new Damaged(
                                asking("\"n\":§2"),
                                "body.n: 2 (expected: 1 or nothing; for more answers enqueue more jobs)"),
                        new Damaged(
                                asking("\"n\":§\"1\""),
                                "body.n: a string (expected: 1 or nothing; for more answers enqueue more jobs)"),
                        new Damaged(
                                asking("\"stream\":§\"true\""),
                                "body.stream: a string (expected: true, false or nothing)"),
                        new Damaged(
                                asking("\"model\":§4"),
                                "body.model: 4 (expected: a string; the route chooses the model all the same)"),
                        new Damaged(
                                asking("\"max_tokens\":§0"),
                                "body.max_tokens: 0 (expected: a whole number from 1 to 2147483647)"),
                        new Damaged(
                                asking("\"max_completion_tokens\":§1.5"),
                                "body.max_completion_tokens: 1.5 (expected: a whole number from 1 to 2147483647)"),
                        new Damaged(
                                asking("\"max_tokens\":§1e999"),
                                "body.max_tokens: Infinity (expected: a whole number from 1 to 2147483647)")));
    }

    @TestFactory
    List<DynamicTest> expectationsThatCannotBe() {
        return tests(
                ReadOptions.AUTO.withFormat(InputFormat.OPENAI_BATCH),
                JobFiles.settings(),
                List.of(
                        new Damaged(
                                with("\"ideal\":§\"a\",\"scorer\":\"exakt\""),
                                "scorer exakt is not known (expected: exact, normalized, contains, regex, numeric,"
                                        + " choice, json_equal, json_schema, bleu, rouge_l, edit_similarity, judge,"
                                        + " pairwise, none)"),
                        new Damaged("§" + with("\"scorer\":\"numeric\""), "no ideal, which scorer numeric needs"),
                        new Damaged(
                                with("\"scorer\":§7,\"ideal\":\"a\""),
                                "scorer: a number (expected: the name of a scorer)"),
                        new Damaged(
                                with("\"ideal\":§null"),
                                "ideal: null (expected: a string, a number or an array of them)"),
                        new Damaged(with("\"ideal\":§[]"), "no ideal, which scorer exact needs"),
                        new Damaged(
                                with("\"ideal\":[\"a\",§null]"),
                                "ideal[1]: null (expected: a string, a number or an array of them)"),
                        new Damaged(
                                with("\"ideal\":\"a\",\"scorer_options\":§[]"),
                                "scorer_options: an array (expected: an object of options)"),
                        new Damaged(
                                with("\"ideal\":§\"ten\",\"scorer\":\"numeric\""), "ideal 'ten' (expected: a number)"),
                        new Damaged(
                                with("\"ideal\":§1,\"scorer\":\"numeric\",\"scorer_options\":{\"tolerance\":-1}"),
                                "tolerance -1 (expected: >= 0)"),
                        new Damaged(
                                with("\"ideal\":§1,\"scorer\":\"numeric\",\"scorer_options\":{\"tolerance\":\"x\"}"),
                                "tolerance 'x' (expected: a number >= 0)"),
                        new Damaged(
                                with("\"ideal\":§\"Paris\",\"scorer\":\"choice\""),
                                "ideal 'Paris' (expected: a letter, such as B, (B) or B) Paris)"),
                        new Damaged(
                                with("\"ideal\":§\"\",\"scorer\":\"contains\""),
                                "an empty ideal, which every answer contains (expected: some text)"),
                        new Damaged(
                                with("\"ideal\":§\"a(\",\"scorer\":\"regex\""),
                                "pattern 'a(': missing closing ) (expected: RE2 syntax,"
                                        + " without look-around and back-references)"),
                        new Damaged(
                                with("\"ideal\":§\"a(?=b)\",\"scorer\":\"regex\""),
                                "pattern 'a(?=b)': invalid or unsupported Perl syntax (expected: RE2 syntax,"
                                        + " without look-around and back-references)"),
                        new Damaged(
                                with("\"ideal\":§1,\"scorer\":\"numeric\",\"scorer_options\":{\"tolerence\":1}"),
                                "option tolerence of scorer numeric is not known (expected: marker, relative, strict,"
                                        + " tolerance)"),
                        new Damaged(
                                with("\"ideal\":§{},\"scorer\":\"json_equal\",\"scorer_options\":{\"a\":1}"),
                                "option a of scorer json_equal is not known (expected: no options)"),
                        new Damaged(
                                with("\"ideal\":§\"{\",\"scorer\":\"json_equal\""),
                                "ideal '{' is not JSON: the line ends before the value does (character 2)"),
                        new Damaged(
                                with("\"ideal\":§\"[1]\",\"scorer\":\"json_schema\""),
                                "schema is an array (expected: an object or a boolean)"),
                        new Damaged(with("\"ideal\":§\"a\",\"scorer\":\"none\""), "scorer none takes no ideal"),
                        new Damaged(
                                with("\"ideal\":§\" \",\"scorer\":\"bleu\""),
                                "an empty ideal, which has no words to compare (expected: some text)"),
                        new Damaged(
                                with("\"ideal\":§\"a\",\"scorer\":\"rouge_l\",\"scorer_options\":{\"pass\":2}"),
                                "pass 2 (expected: 0 to 1)"),
                        new Damaged(
                                with("\"ideal\":§\"a\",\"scorer\":\"semantic\",\"scorer_options\":{\"model\":2}"),
                                "option model of scorer semantic is not known (expected: pass)"),
                        new Damaged(
                                with("\"expectation\":{\"scorers\":§[{\"scorer\":\"exact\",\"ideal\":\"a\"},"
                                        + "{\"scorer\":\"exact\",\"ideal\":\"b\"}]}"),
                                "expectation.scorers: two scorers are called 'exact' (expected: a name of its own for"
                                        + " each, \"name\": ...)"),
                        new Damaged(
                                with("\"expectation\":{\"scorer\":\"exact\",\"ideal\":\"a\",\"name\":§7}"),
                                "expectation.name: a number (expected: a string)"),
                        new Damaged(with("\"expectation\":§7"), "expectation: a number (expected: an object)"),
                        new Damaged(
                                with("\"expectation\":{\"scorers\":§{}}"),
                                "expectation.scorers: an object (expected: an array of scorers)"),
                        new Damaged(
                                with("\"expectation\":{\"scorers\":[§7]}"),
                                "expectation.scorers[0]: a number (expected: an object with scorer and targets)"),
                        new Damaged(
                                with("\"expectation\":{\"scorers\":[{\"scorer\":\"exact\",\"target\":§[\"a\"]}]}"),
                                "expectation.scorers[0].target: no field of an expectation (expected: ideal, name,"
                                        + " options, scorer, targets, weight)"),
                        new Damaged(
                                with("\"expectation\":§{\"scorer\":\"exact\",\"ideal\":\"a\",\"weight\":0}"),
                                "expectation: weight 0.0 of scorer exact (expected: > 0)"),
                        new Damaged(
                                with("\"expectation\":{\"scorer\":\"exact\",\"ideal\":\"a\",\"weight\":§\"1\"}"),
                                "expectation.weight: a string (expected: a number > 0)"),
                        new Damaged(
                                with("\"expectation\":{\"scorer\":\"exact\",\"ideal\":§\"a\",\"targets\":[\"a\"]}"),
                                "expectation.ideal: stands beside targets (expected: one of the two)"),
                        new Damaged(
                                with("\"expectation\":{\"scorer\":\"exact\",\"ideal\":\"a\"},\"ideal\":§\"b\""),
                                "ideal: stands beside an expectation (expected: one of the two)"),
                        new Damaged(
                                with("\"ideal\":\"a\",\"metadata\":§{\"scorer\":\"exact\"}"),
                                "metadata: states how to score"
                                        + " the answer, and so does the line itself (expected: one)"),
                        new Damaged(
                                with("\"metadata\":{\"expectation\":§\"{\\\"scorer\\\":\"}"),
                                "metadata.expectation: the JSON in this string, character 11: not JSON: the line ends"
                                        + " before the value does")));
    }

    @TestFactory
    List<DynamicTest> samplesAndPromptsThatAreNoJobs() {
        ReadOptions evals = ReadOptions.AUTO.withFormat(InputFormat.OPENAI_EVALS);
        ReadOptions plain = ReadOptions.AUTO.withFormat(InputFormat.PROMPT_IDEAL);
        JobSettings numeric = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .scorer("numeric", java.util.Map.of())
                .build()
                .jobs();
        List<DynamicTest> all = new ArrayList<>();
        all.addAll(tests(
                evals,
                JobFiles.settings(),
                List.of(
                        new Damaged("§{\"ideal\":\"a\"}", "input: missing (expected: messages, or a string)"),
                        new Damaged("{\"input\":§7}", "input: a number (expected: messages, or a string)"),
                        new Damaged("{\"input\":§[]}", "input: an empty array (expected: messages, or a string)"),
                        new Damaged(
                                "{\"input\":[{\"role\":\"user\",\"content\":\"q\"},§{\"role\":\"user\"}]}",
                                "input[1]: no content (expected: a string or an array of parts)"),
                        new Damaged(
                                "{\"input\":\"q\",\"id\":§true}",
                                "id: a boolean (expected: a string or a whole number)"))));
        all.addAll(tests(
                plain.withIdealAfter("####"),
                numeric,
                List.of(
                        new Damaged(
                                "§{\"ideal\":\"#### 1\"}", "prompt: missing (expected: what the prompt is made from)"),
                        new Damaged(
                                "{\"prompt\":§null,\"ideal\":\"#### 1\"}",
                                "prompt: null (expected: what the prompt is made from)"),
                        new Damaged("§{\"prompt\":\"q\"}", "no ideal, which scorer numeric needs"),
                        new Damaged(
                                "{\"prompt\":\"q\",\"ideal\":§\"18\"}",
                                "ideal: no '####' in the ideal, behind which the target begins"),
                        new Damaged(
                                "{\"prompt\":\"q\",\"ideal\":§\"18 #### many\"}",
                                "ideal 'many' (expected: a number)"))));
        all.addAll(tests(
                plain.withTemplate("{a} and {b}"),
                JobFiles.settings(),
                List.of(new Damaged("§{\"a\":\"x\"}", "b: missing (expected: what the prompt is made from)"))));
        return all;
    }

    @Test
    void aBodyOrALineOverItsLimitIsRefusedAndReadingGoesOnBehindIt() {
        JobSettings small = SubmitRequest.run("r")
                .route("main")
                .tenant("acme")
                .maxBodyBytes(100)
                .build()
                .jobs();
        Path file = JobFiles.write(
                directory,
                "big.jsonl",
                List.of(
                        line("a", BODY),
                        line("b", "{\"messages\":[{\"role\":\"user\",\"content\":\"" + "é".repeat(40) + "\"}]}"),
                        line("c", "{\"messages\":[{\"role\":\"user\",\"content\":\"" + "x".repeat(600_000) + "\"}]}"),
                        line("d", BODY)));

        JobFiles.Read read = JobFiles.read(file, ReadOptions.AUTO, small);

        assertThat(read.jobs().stream().map(ValidJob::jobId)).containsExactly("a", "d");
        assertThat(read.problems().stream().map(Problem::toString))
                .containsExactly(
                        "big.jsonl:2:25: body: 123 bytes (limit: 100)",
                        "big.jsonl:3: the line has 600068 bytes (limit: 262244)");
    }

    @Test
    void tooMuchBesideABodyIsRefused() {
        Path file =
                JobFiles.write(directory, "beside.jsonl", List.of(with("\"ideal\":\"" + "x".repeat(50_000) + "\"")));

        assertThat(JobFiles.read(file, ReadOptions.AUTO, JobFiles.settings())
                        .problems()
                        .getFirst()
                        .reason())
                .isEqualTo("metadata: expectation and tags have 50160 bytes (limit: 40000)");
    }

    private List<DynamicTest> tests(ReadOptions options, JobSettings settings, List<Damaged> damaged) {
        return damaged.stream()
                .map(one -> DynamicTest.dynamicTest(ScorerRules.shortened(one.line()), () -> {
                    boolean batch = options.format() == InputFormat.OPENAI_BATCH;
                    Path file = JobFiles.write(
                            directory, "f.jsonl", batch ? List.of(GOOD, one.line(), GOOD) : List.of("", one.line()));

                    JobFiles.Read read = JobFiles.read(file, options, settings);

                    assertThat(read.problems().stream().map(Problem::toString))
                            .containsExactly("f.jsonl:2" + one.place() + ": " + one.told);
                    assertThat(read.jobs()).hasSize(batch ? 1 : 0);
                }))
                .toList();
    }

    private static String line(String id, String body) {
        return "{\"custom_id\":\"" + id + "\",\"body\":" + body + "}";
    }

    private static String body(String body) {
        return line("a", body);
    }

    private static String messages(String messages) {
        return body("{\"messages\":[" + messages + "]}");
    }

    private static String asking(String field) {
        return body("{\"messages\":[{\"role\":\"user\",\"content\":\"q\"}]," + field + "}");
    }

    private static String with(String fields) {
        return "{\"custom_id\":\"a\",\"body\":" + BODY + "," + fields + "}";
    }
}
