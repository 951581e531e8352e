package dev.assay.testkit;

import dev.assay.sandbox.process.ChildProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The workers of a world as processes, and the account of what befell them. */
final class Workers {
    private static final Duration START_PATIENCE = Duration.ofMinutes(2);
    static final Duration STOP_PATIENCE = Duration.ofMinutes(1);

    private final Function<String, ChildProcess> launch;
    private final List<ChildProcess> running = new ArrayList<>();
    private final List<Integer> exits = new ArrayList<>();
    private int unclean;

    /** @param launch starts a worker of that name and does not wait */
    Workers(Function<String, ChildProcess> launch) {
        this.launch = launch;
    }

    /** Starts them one after the other: several JVMs that start at once on few cores are all late. */
    List<ChildProcess> start(List<String> names) {
        List<ChildProcess> started = new ArrayList<>();
        for (String name : names) {
            ChildProcess worker = launch.apply(name);
            running.add(worker);
            worker.awaitReady(START_PATIENCE);
            started.add(worker);
        }
        return started;
    }

    void stop(List<ChildProcess> stopping) {
        stopping.forEach(ChildProcess::terminate);
        for (ChildProcess worker : stopping) {
            exits.add(worker.awaitExit(STOP_PATIENCE));
            running.remove(worker);
        }
    }

    void stopAll() {
        stop(List.copyOf(running));
    }

    void kill(ChildProcess worker) {
        worker.kill9();
        running.remove(worker);
        unclean++;
    }

    void freeze(ChildProcess worker) {
        worker.pause();
        unclean++;
    }

    /** How many were killed, or frozen for so long that others took over. */
    int unclean() {
        return unclean;
    }

    List<Integer> exits() {
        return exits;
    }

    /** Whether each is alive, and what it logged last. */
    String standing() {
        return running.stream()
                .map(worker -> worker.pid() + (worker.isAlive() ? " lives" : " is gone") + ":\n" + worker.tail())
                .collect(Collectors.joining("\n"));
    }
}
