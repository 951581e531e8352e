package dev.assay.sandbox.simulator;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ParentWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The simulator as a process of its own, to be killed and started again on the same port. */
public final class SimulatorProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int HEAP_MEGABYTES = 256;

    private final Path directory;
    private final List<String> jvm;
    private ChildProcess child;
    private int port;
    private String baseUrl = "";

    private SimulatorProcess(Path directory, List<String> jvm, int port) {
        this.directory = directory;
        this.jvm = jvm;
        this.port = port;
        this.child = spawn(port);
    }

    /** Starts it and does not wait. */
    public static SimulatorProcess start(SimulatorSettings settings) {
        return start(settings, JvmOptions.small(HEAP_MEGABYTES));
    }

    /** The same with options of the JVM, where it has to answer much for long. */
    public static SimulatorProcess start(SimulatorSettings settings, List<String> jvm) {
        try {
            Path directory = Files.createTempDirectory("assay-simulator-");
            SimulatorJson.MAPPER.writeValue(config(directory).toFile(), settings);
            return new SimulatorProcess(directory, List.copyOf(jvm), settings.port());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the simulator's settings", e);
        }
    }

    /** Waits until it serves. */
    public SimulatorProcess awaitReady() {
        baseUrl = child.awaitReady(PATIENCE);
        port = URI.create(baseUrl).getPort();
        return this;
    }

    /** Base URL for clients; the same after a restart. */
    public String baseUrl() {
        if (baseUrl.isEmpty()) {
            awaitReady();
        }
        return baseUrl;
    }

    /** Faults, log and counts of it; to be closed by the caller. */
    public SimulatorControl control() {
        return new SimulatorControl(baseUrl());
    }

    public long pid() {
        return child.pid();
    }

    public boolean isAlive() {
        return child.isAlive();
    }

    /** Ends it as a crash does. */
    public void kill9() {
        child.kill9();
    }

    /** Freezes it (SIGSTOP). */
    public void pause() {
        child.pause();
    }

    /** Lets a frozen one go on (SIGCONT). */
    public void resume() {
        child.resume();
    }

    /** Starts it again with the same settings and, once it was ready, on the same port; does not wait. */
    public void restart() {
        child.close();
        child = spawn(port);
    }

    /** What it logged last, for messages of failed tests. */
    public String tail() {
        return child.tail();
    }

    @Override
    public void close() {
        child.close();
        try {
            Files.deleteIfExists(config(directory));
            Files.deleteIfExists(log(directory));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + directory, e);
        }
    }

    private ChildProcess spawn(int port) {
        List<String> args =
                new ArrayList<>(List.of("--config", config(directory).toString()));
        args.addAll(List.of("--port", String.valueOf(port), ParentWatch.ARGUMENT));
        return ChildProcess.start(SimulatorMain.class, jvm, args, Map.of(), log(directory));
    }

    private static Path config(Path directory) {
        return directory.resolve("simulator.json");
    }

    private static Path log(Path directory) {
        return directory.resolve("simulator.log");
    }
}
