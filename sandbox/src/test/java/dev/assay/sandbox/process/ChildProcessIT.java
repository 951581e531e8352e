package dev.assay.sandbox.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChildProcessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    @Test
    void doesNotOutliveAParentThatWasKilled() throws Exception {
        try (ChildProcess parent = ChildProcess.start(
                Nested.Parent.class,
                JvmOptions.small(64),
                List.of(directory.resolve("child.log").toString()),
                Map.of(),
                directory.resolve("parent.log"))) {
            ProcessHandle child = ProcessHandle.of(Long.parseLong(parent.awaitReady(PATIENCE)))
                    .orElseThrow();
            assertThat(child.isAlive()).isTrue();

            parent.kill9();

            child.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void isReadyFrozenThawedAndStopped() throws Exception {
        Path log = directory.resolve("child.log");
        try (ChildProcess child =
                ChildProcess.start(Nested.Child.class, JvmOptions.small(64), List.of(), Map.of(), log)) {
            assertThat(child.awaitReady(PATIENCE)).isEqualTo(String.valueOf(child.pid()));
            child.pause();
            Awaitility.await().until(() -> state(child.pid()).startsWith("T"));
            child.resume();
            Awaitility.await().until(() -> !state(child.pid()).startsWith("T"));

            assertThat(child.stop()).isEqualTo(143);
            assertThat(child.isAlive()).isFalse();
            assertThat(child.tail()).contains("written to the log");
        }
    }

    @Test
    void tellsTheEndOfTheLogOfOneThatFailed() {
        try (ChildProcess child = ChildProcess.start(
                Nested.Failing.class,
                JvmOptions.small(64),
                List.of("that"),
                Map.of(),
                directory.resolve("failing.log"))) {
            assertThatThrownBy(() -> child.awaitReady(PATIENCE))
                    .hasMessageContaining("Failing ended before it was ready")
                    .hasMessageContaining("cannot do that");
            assertThat(child.awaitExit(PATIENCE)).isEqualTo(3);
        }
    }

    /** Third field of the process's line in /proc: T for stopped. */
    private static String state(long pid) throws Exception {
        String line = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
        return line.substring(line.lastIndexOf(')') + 2);
    }
}
