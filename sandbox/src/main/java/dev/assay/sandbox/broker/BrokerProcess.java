package dev.assay.sandbox.broker;

import static java.util.Objects.requireNonNull;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.sandbox.process.JvmOptions;
import dev.assay.sandbox.process.ParentWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The embedded broker as a process of its own, to be killed and started again on the same data and port. */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int HEAP_MEGABYTES = 320;

    private final boolean temporary;
    private final List<String> jvm;
    private EmbeddedKafkaSettings settings;
    private ChildProcess child;
    private String bootstrap = "";

    private BrokerProcess(EmbeddedKafkaSettings settings, boolean temporary, List<String> jvm) {
        this.settings = settings;
        this.temporary = temporary;
        this.jvm = jvm;
        this.child = spawn();
    }

    /** Starts it and does not wait; a temporary state directory lives until {@link #close}. */
    public static BrokerProcess start(EmbeddedKafkaSettings settings) {
        return start(settings, JvmOptions.small(HEAP_MEGABYTES));
    }

    /** The same with options of the JVM, where it has to carry much for long. */
    public static BrokerProcess start(EmbeddedKafkaSettings settings, List<String> jvm) {
        boolean temporary = settings.state() == null;
        try {
            Path state = temporary
                    ? Files.createTempDirectory("assay-kafka-")
                    : Files.createDirectories(requireNonNull(settings.state()));
            return new BrokerProcess(settings.withState(state), temporary, List.copyOf(jvm));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create the state directory", e);
        }
    }

    /** Waits until it serves. */
    public BrokerProcess awaitReady() {
        bootstrap = child.awaitReady(PATIENCE);
        String first = bootstrap.split(",", -1)[0];
        settings = settings.withPort(Integer.parseInt(first.substring(first.lastIndexOf(':') + 1)));
        return this;
    }

    /** Value for {@code bootstrap.servers}; the same after a restart. */
    public String bootstrap() {
        if (bootstrap.isEmpty()) {
            awaitReady();
        }
        return bootstrap;
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

    /** Ends it in order; its data stays until {@link #close}. */
    public void stop() {
        child.stop();
    }

    /** Starts it again on the same data and, once it was ready, the same port; does not wait. */
    public void restart() {
        child.close();
        child = spawn();
    }

    /** What it logged last, for messages of failed tests. */
    public String tail() {
        return child.tail();
    }

    @Override
    public void close() {
        child.close();
        if (temporary) {
            try {
                StateDirectory.delete(requireNonNull(settings.state()));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot delete " + settings.state(), e);
            }
        }
    }

    private ChildProcess spawn() {
        List<String> args = new ArrayList<>(BrokerMain.arguments(settings));
        args.add(ParentWatch.ARGUMENT);
        Path log = requireNonNull(settings.state()).resolve("broker.log");
        return ChildProcess.start(BrokerMain.class, jvm, args, Map.of(), log);
    }
}
