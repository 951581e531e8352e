package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.log.LogLevel;
import dev.assay.cli.terminal.Screen;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code assay broker}: the embedded Kafka broker alone, in the foreground. */
@Command(
        name = "broker",
        description = "Runs the embedded Kafka broker until Ctrl-C; its data stays in the state directory.",
        footer = {"", "Examples:", "  assay broker --port 9092", "  assay broker --nodes 3 --port 9092"})
final class BrokerCommand implements Callable<Integer> {
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);

    private final Session session;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "9092",
            description = "port of the first node; 0 for a free one (9092)")
    private int port;

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "1", description = "1 or 3 (1)")
    private int nodes;

    BrokerCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        LogLevel.SERVICE.apply();
        Screen screen = session.screen();
        try (StopSignal stop = StopSignal.listen(LONGEST_STOP);
                EmbeddedKafka broker = start()) {
            if (screen.json()) {
                ObjectNode answer = session.object();
                answer.put("bootstrap", broker.bootstrap());
                session.json(answer);
            } else {
                screen.say("broker on " + broker.bootstrap() + "; create the topics: assay topics apply --small"
                        + " --bootstrap " + broker.bootstrap());
            }
            stop.await();
            stop.inPeace();
        }
        return ExitCode.OK.number();
    }

    private EmbeddedKafka start() {
        try {
            return EmbeddedKafka.start(
                    EmbeddedKafkaSettings.keptIn(session.state().resolve("broker"))
                            .withPort(port)
                            .withNodes(nodes));
        } catch (IllegalArgumentException e) {
            throw new Trouble(ExitCode.USAGE, String.valueOf(e.getMessage()), "", e);
        } catch (IllegalStateException | UncheckedIOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "the broker cannot start: " + e.getMessage(), "", e);
        }
    }
}
