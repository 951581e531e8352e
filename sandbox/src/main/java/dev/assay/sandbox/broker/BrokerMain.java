package dev.assay.sandbox.broker;

import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The embedded broker as a process: {@code --state DIR --port P [--nodes N] [--quick] [--set KEY=VALUE]...
 * [--end-with-parent]}. Exit code 2 for wrong arguments, 1 when it cannot start.
 */
public final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] args) throws InterruptedException {
        EmbeddedKafkaSettings settings;
        try {
            settings = parse(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        if (List.of(args).contains(ParentWatch.ARGUMENT)) {
            ParentWatch.start();
        }
        try {
            EmbeddedKafka kafka = EmbeddedKafka.start(settings);
            Runtime.getRuntime().addShutdownHook(new Thread(kafka::close, "stop-broker"));
            ReadyLine.say(kafka.bootstrap());
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
        new CountDownLatch(1).await();
    }

    /** Arguments that {@link #main} turns into the same settings again. */
    static List<String> arguments(EmbeddedKafkaSettings settings) {
        List<String> args = new ArrayList<>();
        if (settings.state() != null) {
            args.addAll(List.of("--state", settings.state().toString()));
        }
        args.addAll(List.of("--port", String.valueOf(settings.port())));
        args.addAll(List.of("--nodes", String.valueOf(settings.nodes())));
        if (settings.quickShutdown()) {
            args.add("--quick");
        }
        settings.broker().forEach((key, value) -> args.addAll(List.of("--set", key + "=" + value)));
        return args;
    }

    static EmbeddedKafkaSettings parse(List<String> args) {
        EmbeddedKafkaSettings settings = EmbeddedKafkaSettings.temporary().withQuickShutdown(false);
        Deque<String> left = new ArrayDeque<>(args);
        while (!left.isEmpty()) {
            String name = left.pop();
            settings = switch (name) {
                case "--quick" -> settings.withQuickShutdown(true);
                case ParentWatch.ARGUMENT -> settings;
                case "--state" -> settings.withState(Path.of(value(name, left)));
                case "--port" -> settings.withPort(number(name, value(name, left)));
                case "--nodes" -> settings.withNodes(number(name, value(name, left)));
                case "--set" -> set(settings, value(name, left));
                default ->
                    throw new IllegalArgumentException("unknown argument: " + name
                            + " (expected: --state, --port, --nodes, --quick, --set, " + ParentWatch.ARGUMENT + ")");
            };
        }
        return settings;
    }

    private static EmbeddedKafkaSettings set(EmbeddedKafkaSettings settings, String pair) {
        int equals = pair.indexOf('=');
        if (equals < 1) {
            throw new IllegalArgumentException("--set: " + pair + " (expected: KEY=VALUE)");
        }
        return settings.withBroker(pair.substring(0, equals), pair.substring(equals + 1));
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
