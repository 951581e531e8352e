package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of a scorer of one's own is compiled, packed and used as its README says. */
class CustomScorerTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "custom-scorer");
    private static final String ANSWERS = EXAMPLE.resolve("answers.jsonl").toString();

    @TempDir
    private Path dir;

    @Test
    void scoresByTheExampleThatWasCompiledAsItsReadmeSays() throws IOException {
        Path plugins = packed();

        Call call = Call.of("score", ANSWERS, "--plugins", plugins.toString(), "--json");

        assertThat(call.code()).as(call.err()).isZero();
        JsonNode summary = JsonMapper.builder().build().readTree(call.out()).get("summary");
        assertThat(summary.get("passed").asInt()).isEqualTo(2);
        assertThat(summary.get("mean").asDouble()).isBetween(0.6666, 0.6667);
        assertThat(summary.get("unscored")).isEmpty();
    }

    @Test
    void theEnvironmentNamesTheDirectoryToo() throws IOException {
        Path plugins = packed();

        Call call =
                Call.with("", Map.of("ASSAY_PLUGINS", plugins.toString()), "score", ANSWERS, "--scorer", "x-coverage");

        assertThat(call.code()).as(call.err()).isZero();
    }

    @Test
    void withoutItsJarItIsNotKnown() {
        Call call = Call.of("score", ANSWERS);

        assertThat(call.code()).isEqualTo(ExitCode.BAD_INPUT.number());
        assertThat(call.err())
                .contains("answers.jsonl:1:102: scorer: \"x-coverage\" is not loaded (expected: exact,")
                .contains("or one of your own from --plugins");
    }

    @Test
    void saysWhatIsWrongWithADirectoryOfPlugins() throws IOException {
        Path empty = Files.createDirectory(dir.resolve("empty"));
        Path broken = Files.createDirectory(dir.resolve("broken"));
        Path services = Files.createDirectories(dir.resolve("src/META-INF/services"));
        Files.writeString(services.resolve("dev.assay.scorer.scoring.AnswerScorer"), "example.Missing\n");
        run(
                "jar",
                "--create",
                "--file",
                broken.resolve("b.jar").toString(),
                "-C",
                dir.resolve("src").toString(),
                "META-INF");

        assertThat(refusal(dir.resolve("none"))).contains("plugins: " + dir.resolve("none") + ": no such directory");
        assertThat(refusal(empty)).contains("plugins: " + empty + ": no jars");
        assertThat(refusal(broken)).contains("plugins: " + broken + ": ").contains("example.Missing");
    }

    private static String refusal(Path plugins) {
        Call call = Call.of("score", ANSWERS, "--plugins", plugins.toString());
        assertThat(call.code()).as(call.err()).isEqualTo(ExitCode.BAD_INPUT.number());
        return call.err();
    }

    private Path packed() throws IOException {
        Path classes = Files.createDirectory(dir.resolve("classes"));
        Path plugins = Files.createDirectory(dir.resolve("plugins"));
        run(
                "javac",
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                EXAMPLE.resolve("example/Coverage.java").toString());
        run(
                "jar",
                "--create",
                "--file",
                plugins.resolve("coverage.jar").toString(),
                "-C",
                classes.toString(),
                ".",
                "-C",
                EXAMPLE.toString(),
                "META-INF");
        return plugins;
    }

    private static void run(String tool, String... arguments) {
        StringWriter told = new StringWriter();
        PrintWriter writer = new PrintWriter(told, true);
        int code = ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, arguments);
        assertThat(code).as(told.toString()).isZero();
    }
}
