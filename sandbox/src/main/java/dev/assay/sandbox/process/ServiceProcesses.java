package dev.assay.sandbox.process;

import dev.assay.runtime.KafkaSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Assay's services as processes of their own on one Kafka, so that they can be killed, frozen and replaced one by one.
 * Settings and logs are kept in a directory, in files that bear the process's name; a name that is used again appends
 * to the same log. None of the methods waits: {@link ChildProcess#awaitReady} does.
 */
public final class ServiceProcesses implements AutoCloseable {
    /** They start soon and take little. */
    private static final List<String> JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");

    private final Class<?> command;
    private final KafkaSettings kafka;
    private final Path directory;
    private final List<String> jvm;
    private final Set<ChildProcess> started = ConcurrentHashMap.newKeySet();

    /**
     * @param command the class with the {@code main} method of the command line
     * @param kafka where the services work; settings beside the address are not passed on
     * @param directory an existing directory, for settings, logs and state; the caller deletes it
     */
    public ServiceProcesses(Class<?> command, KafkaSettings kafka, Path directory) {
        this(command, kafka, directory, JVM);
    }

    /**
     * The same with options of the JVM, such as {@code -Xmx256m}, where services are to run for long and as fast as
     * they can.
     */
    public ServiceProcesses(Class<?> command, KafkaSettings kafka, Path directory, List<String> jvm) {
        this.command = command;
        this.kafka = kafka;
        this.directory = directory;
        this.jvm = List.copyOf(jvm);
    }

    /**
     * Starts a worker.
     *
     * @param yaml its settings, as in a file that {@code --config} names
     */
    public ChildProcess worker(String name, String yaml) {
        return service("worker", name, yaml);
    }

    /** Starts a scorer that keeps its state under the directory, the same for the same name. */
    public ChildProcess scorer(String name) {
        return service("scorer", name, "stateDir: " + directory.resolve(name + "-state"));
    }

    /**
     * Starts a submit, which ends by itself.
     *
     * @param arguments what stands behind {@code assay submit}, but for the cluster's address
     */
    public ChildProcess submit(String name, List<String> arguments) {
        return start("submit", name, arguments);
    }

    /** Ends whatever still runs, frozen or not. */
    @Override
    public void close() {
        for (ChildProcess child : started) {
            if (child.isAlive()) {
                child.kill9();
            }
        }
    }

    private ChildProcess service(String verb, String name, String yaml) {
        Path config = directory.resolve(name + ".yaml");
        try {
            Files.writeString(config, yaml);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + config, e);
        }
        return start(verb, name, List.of("--config", config.toString(), ParentWatch.ARGUMENT));
    }

    private ChildProcess start(String verb, String name, List<String> arguments) {
        List<String> all = new ArrayList<>(List.of(verb));
        all.addAll(arguments);
        all.addAll(List.of(
                "--bootstrap", kafka.bootstrap(), "--prefix", kafka.topics().prefix()));
        ChildProcess child = ChildProcess.start(command, jvm, all, Map.of(), directory.resolve(name + ".log"));
        started.add(child);
        return child;
    }
}
