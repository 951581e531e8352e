package dev.assay.sandbox.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Appends calls to a file, a JSON object a line. Used under the log's lock. */
final class LogFile implements AutoCloseable {
    private final Path path;
    private final Writer out;

    LogFile(Path path) {
        this.path = path;
        try {
            if (path.toAbsolutePath().getParent() != null) {
                Files.createDirectories(path.toAbsolutePath().getParent());
            }
            this.out = Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("log file: cannot write " + path, e);
        }
    }

    /** Flushed line by line: a process that is killed leaves no half-told story. */
    void write(CallRecord call) {
        try {
            out.write(SimulatorJson.MAPPER.writeValueAsString(call));
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("log file: cannot write " + path, e);
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException("log file: cannot close " + path, e);
        }
    }
}
