package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code assay} with JDKs that are none: their java prints what it was called with. */
class LauncherTest {
    @TempDir
    Path directory;

    private Path script;

    /** What a call of the script came to. */
    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void unpackADistribution() throws IOException {
        Path home = Files.createDirectories(directory.resolve("a distribution"));
        Files.createDirectories(home.resolve("lib"));
        Files.writeString(home.resolve("lib").resolve("one.jar"), "");
        Files.writeString(home.resolve("lib").resolve("two.jar"), "");
        script = Files.copy(Path.of("..", "assay"), home.resolve("assay"));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void takesTheJdkThatIsNamed() throws Exception {
        Ended ended = call(script, Map.of("ASSAY_JAVA", jdk("25.0.3").toString()), "runs", "--limit", "3");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("one.jar:").contains("two.jar").contains("dev.assay.cli.Assay|runs|--limit|3");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void refusesANamedJdkThatIsTooOld() throws Exception {
        Ended ended = call(script, Map.of("ASSAY_JAVA", jdk("17.0.15").toString()), "runs");
        assertThat(ended.code()).isEqualTo(69);
        assertThat(ended.err()).contains("ASSAY_JAVA is 17.0.15").contains("a JDK of 21 or newer");
        assertThat(call(script, Map.of("ASSAY_JAVA", "/nowhere"), "runs").code())
                .isEqualTo(69);
    }

    @Test
    void readsOldAndEarlyVersionNumbers() throws Exception {
        assertThat(call(script, Map.of("ASSAY_JAVA", jdk("1.8.0_302").toString()), "runs")
                        .err())
                .contains("ASSAY_JAVA is 1.8.0_302");
        assertThat(call(script, Map.of("ASSAY_JAVA", jdk("26-ea").toString()), "runs")
                        .code())
                .isZero();
    }

    @Test
    void prefersJavaHomeAndSaysWhichWhenAskedTo() throws Exception {
        Path home = jdk("21.0.1");
        Ended ended = call(script, Map.of("JAVA_HOME", home.toString()), "-v", "runs");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).contains("using Java 21.0.1 (" + home + ")");
    }

    @Test
    void findsTheJavaOnThePathThroughItsLinks() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), jdk("23").resolve("bin").resolve("java"));
        Ended ended = call(script, Map.of("PATH", bin + ":/usr/bin:/bin"), "runs");
        assertThat(ended.code()).isZero();
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void worksFromElsewhereThroughALinkAndKeepsTheCallersDirectory() throws Exception {
        Path elsewhere = Files.createDirectories(directory.resolve("else where"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("assay"), Path.of("..", "a distribution", "assay"));
        Ended ended = call(link, Map.of("ASSAY_JAVA", jdk("25").toString()), "submit", "my jobs.jsonl");
        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("one.jar").contains("|submit|my jobs.jsonl");
        assertThat(ended.out()).contains("pwd=" + elsewhere.toRealPath());
    }

    @Test
    void setsTheJvmUpByTheCommandAndLetsTheUserOverrule() throws Exception {
        Map<String, String> environment = Map.of("ASSAY_JAVA", jdk("25").toString(), "ASSAY_JAVA_OPTS", "-Xmx9g -Dx=y");
        assertThat(call(script, environment, "runs").out())
                .contains("-XX:TieredStopAtLevel=1")
                .contains("-XX:+AutoCreateSharedArchive")
                .containsSubsequence("-Xmx256m", "-Xmx9g", "-Dx=y", "dev.assay.cli.Assay");
        assertThat(call(script, environment, "--state", "demo", "worker").out())
                .doesNotContain("TieredStopAtLevel")
                .contains("-XX:+ExitOnOutOfMemoryError");
        assertThat(call(script, environment, "worker", "--help").out()).contains("TieredStopAtLevel");
    }

    private Path jdk(String version) throws IOException {
        Path home = directory.resolve("jdk-" + version);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\nJAVA_VERSION_DATE=\"2026-01-01\"\n");
        Files.writeString(java, "#!/bin/sh\necho \"pwd=$PWD\"\nfor a in \"$@\"; do printf '%s|' \"$a\"; done\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home;
    }

    private static Ended call(Path script, Map<String, String> environment, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/sh", script.toString()));
        command.addAll(List.of(args));
        Path out = Files.createTempFile("assay-out", "");
        Path err = Files.createTempFile("assay-err", "");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(script.resolveSibling(".").normalize().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().keySet().removeAll(List.of("ASSAY_JAVA", "ASSAY_JAVA_OPTS", "JAVA_HOME"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
            return new Ended(
                    process.exitValue(),
                    Files.readString(out, StandardCharsets.UTF_8),
                    Files.readString(err, StandardCharsets.UTF_8));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }
}
