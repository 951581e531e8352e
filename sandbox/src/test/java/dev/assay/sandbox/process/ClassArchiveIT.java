package dev.assay.sandbox.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Its program is one in a jar that ends by itself: it prints the producer's settings. */
final class ClassArchiveIT {
    private static final Class<?> PROGRAM = ProducerConfig.class;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private Path file;
    private ClassArchive archive;

    @BeforeEach
    void name() {
        file = directory.resolve("some").resolve("classes.jsa");
        archive = new ClassArchive(file);
    }

    @Test
    void isWrittenOnceAndChildrenStartFromIt() throws Exception {
        archive.write(PROGRAM, file);
        Object first = Files.readAttributes(file, "fileKey").get("fileKey");
        archive.write(PROGRAM, file);

        assertThat(Files.readAttributes(file, "fileKey").get("fileKey")).isEqualTo(first);
        assertThat(archive.options(PROGRAM)).contains("-XX:SharedArchiveFile=" + file);
        // A JVM that is told so ends when it cannot use the file.
        assertThat(run("-Xshare:on")).isZero();
    }

    @Test
    void oneThatIsDamagedIsASlowerStartAndNothingElse() throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "no classes in here");

        assertThat(archive.options(PROGRAM)).contains("-XX:SharedArchiveFile=" + file);
        assertThat(run("-Xshare:auto")).isZero();
        assertThat(run("-Xshare:on")).isNotZero();
    }

    @Test
    void oneThatIsOlderThanAJarIsWrittenAnew() throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "no classes in here");
        Files.setLastModifiedTime(file, FileTime.fromMillis(0));

        archive.write(PROGRAM, file);

        assertThat(run("-Xshare:on")).isZero();
    }

    @Test
    void aRehearsalThatFailsLeavesNone() {
        archive.write(Nested.Failing.class, file);

        assertThat(file).doesNotExist();
        assertThat(archive.options(PROGRAM)).doesNotContain("-XX:SharedArchiveFile=" + file);
    }

    @Test
    void aProgramThatIsInNoJarStartsOnTheWholeClassPath() {
        assertThat(archive.options(Nested.Child.class)).containsExactly("-cp", System.getProperty("java.class.path"));
        assertThat(new ClassArchive(null).options(PROGRAM))
                .containsExactly("-cp", System.getProperty("java.class.path"));
    }

    private int run(String share) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmOptions.small(64));
        command.add(share);
        command.addAll(archive.options(PROGRAM));
        command.add(PROGRAM.getName());
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
