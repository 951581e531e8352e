package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.stack.StackRecord;
import dev.assay.runtime.KafkaSettings;
import dev.assay.schemas.topics.Names;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts the settings of the cluster together. The nearest wins: the flag, then {@code -X}, the file, the environment,
 * and last the local stack that runs in the state directory.
 */
final class ClusterAddress {
    static final String VARIABLE = "ASSAY_BOOTSTRAP";
    private static final String BOOTSTRAP = "bootstrap.servers";

    private ClusterAddress() {}

    static KafkaSettings resolve(GlobalOptions options, Map<String, String> environment) {
        Map<String, String> client = new TreeMap<>(fileSettings(options.kafkaConfig));
        client.putAll(options.kafkaSettings);
        String fromEnvironment = environment.getOrDefault(VARIABLE, "");
        String prefix = options.prefix;
        if (options.bootstrap != null) {
            client.put(BOOTSTRAP, options.bootstrap);
        } else if (!client.containsKey(BOOTSTRAP) && !fromEnvironment.isEmpty()) {
            client.put(BOOTSTRAP, fromEnvironment);
        } else if (!client.containsKey(BOOTSTRAP)) {
            StackRecord stack = localStack(options.state);
            client.put(BOOTSTRAP, stack.bootstrap());
            prefix = prefix == null ? stack.prefix() : prefix;
        }
        return new KafkaSettings(client, topics(prefix));
    }

    /** The topics under the prefix given, the standard ones where none is. */
    static Topics topics(@Nullable String prefix) {
        if (prefix != null && !Names.isName(prefix)) {
            throw new Trouble(
                    ExitCode.USAGE, "--prefix: '" + prefix + "' (expected: letters, digits, '.', '_' or '-')", "");
        }
        return prefix == null ? Topics.standard() : new Topics(prefix);
    }

    private static StackRecord localStack(Path state) {
        Optional<StackRecord> stack = StackRecord.read(state);
        return stack.orElseThrow(() -> new Trouble(
                ExitCode.UNREACHABLE,
                "no Kafka cluster is named, and no local stack runs in " + state,
                "give --bootstrap HOST:PORT, set " + VARIABLE + ", or start a local stack: assay up"));
    }

    private static Map<String, String> fileSettings(@Nullable Path file) {
        Map<String, String> settings = new TreeMap<>();
        if (file == null) {
            return settings;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--kafka-config: " + file + ": no such file", "", e);
        } catch (IOException | IllegalArgumentException e) {
            throw new Trouble(ExitCode.BAD_INPUT, "--kafka-config: " + file + ": " + e.getMessage(), "", e);
        }
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }
}
