package dev.assay.sandbox.simulator;

import dev.assay.runtime.YamlFile;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The simulator as a process: {@code [--config FILE] [--port P] [--end-with-parent]}, where the file holds
 * {@link SimulatorSettings} as YAML or JSON. Exit code 2 for wrong arguments or settings, 1 when it cannot start.
 */
public final class SimulatorMain {
    private SimulatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        if (List.of(args).contains(ParentWatch.ARGUMENT)) {
            ParentWatch.start();
        }
        try {
            ProviderSimulator simulator = ProviderSimulator.start(parse(List.of(args)));
            Runtime.getRuntime().addShutdownHook(new Thread(simulator::close, "stop-simulator"));
            ReadyLine.say(simulator.baseUrl());
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        } catch (UncheckedIOException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }

    static SimulatorSettings parse(List<String> args) {
        SimulatorSettings settings = SimulatorSettings.standard();
        int port = -1;
        Deque<String> left = new ArrayDeque<>(args);
        while (!left.isEmpty()) {
            String name = left.pop();
            switch (name) {
                case "--config" -> settings = YamlFile.read(Path.of(value(name, left)), SimulatorSettings.class);
                case "--port" -> port = number(name, value(name, left));
                case ParentWatch.ARGUMENT -> {}
                default ->
                    throw new IllegalArgumentException("unknown argument: " + name + " (expected: --config, --port, "
                            + ParentWatch.ARGUMENT + ")");
            }
        }
        return port < 0 ? settings : settings.withPort(port);
    }

    private static String value(String name, Deque<String> left) {
        if (left.isEmpty()) {
            throw new IllegalArgumentException(name + ": value missing");
        }
        return left.pop();
    }

    private static int number(String name, String value) {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a whole number)", e);
        }
    }
}
