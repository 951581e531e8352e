package dev.assay.cli.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * Where the local stack of a state directory is, so that other commands find it without being told.
 *
 * @param bootstrap its broker, as host:port
 * @param prefix the prefix of its topics
 * @param routes the routes that its worker knows
 * @param pid the process it runs in; a record whose process is gone is stale
 */
public record StackRecord(String bootstrap, String prefix, List<String> routes, long pid) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String FILE = "stack.json";

    public StackRecord {
        routes = routes == null ? List.of() : List.copyOf(routes);
    }

    /** The stack of that state directory, if it runs. */
    public static Optional<StackRecord> read(Path state) {
        Path file = state.resolve(FILE);
        try {
            StackRecord found = MAPPER.readValue(Files.readString(file), StackRecord.class);
            boolean isAlive =
                    ProcessHandle.of(found.pid()).map(ProcessHandle::isAlive).orElse(false);
            return isAlive ? Optional.of(found) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (JsonProcessingException e) {
            throw new Trouble(
                    ExitCode.BAD_INPUT,
                    file + " is damaged: " + e.getOriginalMessage(),
                    "delete it, or give --bootstrap",
                    e);
        } catch (IOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, file + " cannot be read: " + e.getMessage(), "", e);
        }
    }

    /** Writes it in one step, so that a reader sees all of it or nothing. */
    public void write(Path state) throws IOException {
        Path draft = state.resolve(FILE + ".new");
        Files.writeString(draft, MAPPER.writeValueAsString(this) + "\n");
        Files.move(draft, state.resolve(FILE), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public static void delete(Path state) throws IOException {
        Files.deleteIfExists(state.resolve(FILE));
    }
}
