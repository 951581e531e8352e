package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AssayTest {
    @TempDir
    Path directory;

    @Test
    void exitCodesNeverChangeTheirMeaning() {
        List<String> codes = new ArrayList<>();
        for (ExitCode code : ExitCode.values()) {
            codes.add(code.name() + "=" + code.number());
        }
        assertThat(codes)
                .containsExactly(
                        "OK=0",
                        "NO=1",
                        "USAGE=2",
                        "BAD_INPUT=3",
                        "QUEUE_FULL=4",
                        "CONFLICT=5",
                        "UNREACHABLE=6",
                        "TIMED_OUT=7",
                        "NOT_FOUND=8",
                        "LIMIT=9",
                        "UNAVAILABLE=69",
                        "INTERNAL=70",
                        "INTERRUPTED=130");
    }

    @Test
    void exitCodesAreDocumentedAsTheyAre() throws IOException {
        String document = Files.readString(Path.of("..", "docs", "exit-codes.md"));
        for (ExitCode code : ExitCode.values()) {
            assertThat(document).contains("| " + code.number() + " | " + code.meaning() + " |");
        }
        assertThat(document.lines().filter(line -> line.matches("\\| \\d+ \\|.*")))
                .hasSameSizeAs(ExitCode.values());
    }

    @Test
    void everyCommandShowsHelpWithExamples() {
        CommandLine root = Assay.commandLine(new Session(nowhere(), new GlobalOptions()));
        Set<String> names = root.getSubcommands().keySet();
        assertThat(names).contains("topics", "status", "watch", "runs", "results", "cancel", "completion");
        for (String name : names) {
            Call call = Call.of(name, "--help");
            assertThat(call.code()).as(name).isZero();
            assertThat(call.out()).as(name).startsWith("Usage: assay " + name).contains("Examples:\n  ");
        }
    }

    @Test
    void theVersionIsTheBuildsOwn() {
        Call call = Call.of("--version");
        assertThat(call.code()).isZero();
        assertThat(call.out()).matches("assay [0-9]+\\.[0-9]+\\.[0-9]+\\S* \\(Java .*\\)\\s*");
    }

    @Test
    void aWrongCommandLineSaysWhatAndWhere() {
        Call unknown = Call.of("statu", "x");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("assay: Unmatched argument").contains("assay status");
        Call value = Call.of("watch", "run-1", "--timeout", "soon");
        assertThat(value.code()).isEqualTo(2);
        assertThat(value.err())
                .contains("--timeout")
                .contains("soon (expected: a duration such as")
                .contains("see: assay watch --help");
        assertThat(Call.of().code()).isEqualTo(2);
        assertThat(Call.of("topics").code()).isEqualTo(2);
    }

    @Test
    void withoutAClusterItSaysHowToNameOne() {
        Call call = Call.of("--state", directory.toString(), "runs");
        assertThat(call.code()).isEqualTo(6);
        assertThat(call.out()).isEmpty();
        assertThat(call.err())
                .contains("no Kafka cluster is named")
                .contains("--bootstrap HOST:PORT")
                .contains("assay up")
                .doesNotContain("\tat ");
    }

    @Test
    void aClusterThatDoesNotAnswerIsOneLineAndATraceOnlyWhenAskedFor() {
        String[] args = {"status", "run-1", "--bootstrap", "127.0.0.1:1"};
        Call call = Call.of(args);
        assertThat(call.code()).isEqualTo(6);
        assertThat(call.err())
                .startsWith("assay: no Kafka cluster answers at 127.0.0.1:1")
                .doesNotContain("\tat ");
    }

    @Test
    void runIdsThatCannotBeAreRefusedBeforeAnythingIsAsked() {
        Call call = Call.of("results", "no/slash", "--format", "xml");
        assertThat(call.code()).isEqualTo(2);
        assertThat(call.err()).contains("--format: 'xml' (expected: openai-batch, jsonl or csv)");
    }

    @Test
    void completionIsAScriptThatNamesTheCommands() {
        Call call = Call.of("completion");
        assertThat(call.code()).isZero();
        assertThat(call.out()).contains("_complete_assay").contains("verify");
    }

    private static Terminal nowhere() {
        return Terminal.piped(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                Map.of());
    }
}
