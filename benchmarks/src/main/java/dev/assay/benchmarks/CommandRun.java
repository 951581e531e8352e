package dev.assay.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One call of the command line as a process of its own, watched from outside: when its first line came, when it ended,
 * how many lines there were and the most memory that it held.
 *
 * @param firstLine until the first line of its output, or its end where there was none
 * @param whole until its end
 * @param lines lines of output
 * @param peak bytes, by {@code /proc}; empty where there is none
 */
record CommandRun(Duration firstLine, Duration whole, long lines, OptionalLong peak) {
    private static final Duration TURN = Duration.ofMillis(5);
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /** Lines counted as they come. */
    private static final class Output {
        private final AtomicLong lines = new AtomicLong();
        private final AtomicLong firstAt = new AtomicLong(-1);
    }

    /**
     * Calls it and waits for its end.
     *
     * @param jvm options of its JVM
     * @param log the file that its standard error is appended to
     */
    static CommandRun of(Bench bench, List<String> jvm, List<String> arguments, Path log)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), bench.command().getName()));
        command.addAll(arguments);
        long began = bench.clock().nanos();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try {
            process.getOutputStream().close();
            Output output = new Output();
            Thread reader = Thread.ofPlatform().daemon().start(() -> read(bench, process, output));
            OptionalLong peak = OptionalLong.empty();
            while (process.isAlive()) {
                OptionalLong now = memory(process);
                peak = now.isPresent() ? now : peak;
                NotRightException.when(
                        bench.clock().nanos() - began > PATIENCE.toNanos(), "it does not end: " + arguments);
                bench.clock().pause(TURN);
            }
            long ended = bench.clock().nanos();
            reader.join(PATIENCE);
            NotRightException.when(
                    process.exitValue() != 0, String.join(" ", arguments) + " exited with " + process.exitValue());
            long first = output.firstAt.get();
            return new CommandRun(
                    Duration.ofNanos((first < 0 ? ended : first) - began),
                    Duration.ofNanos(ended - began),
                    output.lines.get(),
                    peak);
        } finally {
            process.destroyForcibly();
        }
    }

    double seconds() {
        return whole.toNanos() / 1e9;
    }

    double firstSeconds() {
        return firstLine.toNanos() / 1e9;
    }

    /** Empty where it has just ended. */
    private static OptionalLong memory(Process process) {
        try {
            return ProcessUse.peakMemory(process.pid());
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    private static void read(Bench bench, Process process, Output output) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            while (reader.readLine() != null) {
                if (output.lines.incrementAndGet() == 1) {
                    output.firstAt.set(bench.clock().nanos());
                }
            }
        } catch (IOException e) {
            // The pipe of a process that is gone.
        }
    }
}
