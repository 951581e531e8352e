package dev.assay.sandbox.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A JVM of its own on this JVM's class path, from this JVM's {@link ClassArchive}. It says on its standard output that it is ready ({@link ReadyLine}), its
 * logs go to a file, and it ends when its standard input does ({@link ParentWatch}), so that it does not outlive a
 * parent that was killed.
 */
public final class ChildProcess implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(20);
    private static final int TAIL_CHARS = 2_000;

    private final String name;
    private final Path log;
    private final Process process;
    private final CountDownLatch readyOrGone = new CountDownLatch(1);
    private final AtomicReference<@Nullable String> ready = new AtomicReference<>();

    private ChildProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /**
     * Starts it and does not wait.
     *
     * @param main class with the {@code main} method
     * @param jvm options of the JVM, such as {@code -Xmx256m}
     * @param args arguments of the program
     * @param environment variables set beside the inherited ones
     * @param log file that its standard error is appended to
     */
    public static ChildProcess start(
            Class<?> main, List<String> jvm, List<String> args, Map<String, String> environment, Path log) {
        return start(ClassArchive.ofThisJvm(), main, jvm, args, environment, log);
    }

    /** The same from another archive. */
    static ChildProcess start(
            ClassArchive archive,
            Class<?> main,
            List<String> jvm,
            List<String> args,
            Map<String, String> environment,
            Path log) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(archive.options(main));
        command.add(main.getName());
        command.addAll(args);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            ChildProcess child = new ChildProcess(main.getSimpleName(), log, builder.start());
            Thread.ofPlatform().daemon().name("stdout-of-" + child.pid()).start(child::readOutput);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + main.getName(), e);
        }
    }

    /**
     * Waits until it said that it is ready.
     *
     * @return what it said beside that, such as its address
     * @throws IllegalStateException with the end of its log when it ended first or took too long
     */
    public String awaitReady(Duration patience) {
        try {
            boolean inTime = readyOrGone.await(patience.toMillis(), TimeUnit.MILLISECONDS);
            String said = ready.get();
            if (said != null) {
                return said;
            }
            String what = inTime ? "ended before it was ready" : "is not ready after " + patience.toSeconds() + " s";
            throw new IllegalStateException(name + " " + what + "; the end of " + log + ":\n" + tail());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + name, e);
        }
    }

    /** Whether it has said that it is ready; it may have ended since. */
    public boolean isReady() {
        return ready.get() != null;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end and returns its exit code. */
    public int awaitExit(Duration patience) {
        try {
            if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException(name + " still runs after " + patience.toSeconds() + " s");
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of " + name, e);
        }
    }

    /** Ends it at once, without a chance to clean up, and waits until it is gone. */
    public void kill9() {
        process.destroyForcibly();
        awaitExit(GRACE);
    }

    /** Asks it to end with SIGTERM and does not wait. */
    public void terminate() {
        process.destroy();
    }

    /** Asks it to end with SIGTERM, waits for at most 20 s, then kills it; returns its exit code. */
    public int stop() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                kill9();
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while stopping " + name, e);
        }
    }

    /** Freezes it (SIGSTOP): it keeps its sockets and does nothing. */
    public void pause() {
        signal("STOP");
    }

    /** Lets a frozen one go on (SIGCONT). */
    public void resume() {
        signal("CONT");
    }

    /** The end of what it wrote to its log. */
    public String tail() {
        try {
            String text = Files.readString(log);
            return text.substring(Math.max(0, text.length() - TAIL_CHARS));
        } catch (IOException e) {
            return "(" + log + " cannot be read: " + e.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            stop();
        }
    }

    private void signal(String signal) {
        try {
            int exit = new ProcessBuilder("kill", "-" + signal, String.valueOf(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (exit != 0) {
                throw new IllegalStateException("kill -" + signal + " " + pid() + " answered " + exit);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send SIG" + signal + " to " + name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while signalling " + name, e);
        }
    }

    /** Reads to the end, for a child whose output nobody reads stops at a full pipe. */
    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String detail = ReadyLine.parse(line);
                if (detail != null) {
                    ready.set(detail);
                    readyOrGone.countDown();
                }
            }
        } catch (IOException e) {
            // The pipe of a killed process breaks; that is its end.
        } finally {
            readyOrGone.countDown();
        }
    }
}
