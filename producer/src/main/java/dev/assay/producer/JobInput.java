package dev.assay.producer;

import java.io.InputStream;
import java.nio.file.Path;

/** Where the jobs of a submit come from. It is read twice: once to check all of it, once to enqueue it. */
public sealed interface JobInput {
    /** The name that problems and the run's manifest call it by. */
    String name();

    /** A job file, plain or gzip, of the format that its first line shows. */
    static JobInput file(Path file) {
        return file(file, ReadOptions.AUTO);
    }

    /** A job file, plain or gzip. */
    static JobInput file(Path file, ReadOptions options) {
        return new OfFile(String.valueOf(file.getFileName()), file, options);
    }

    /**
     * A stream, such as standard input. It is copied to a temporary file first, because it can be read only once.
     *
     * @param name what to call it
     */
    static JobInput stream(String name, InputStream in, ReadOptions options) {
        return new OfStream(name, in, options);
    }

    /**
     * Jobs that a program makes.
     *
     * @param name what to call them
     * @param jobs iterated twice, with the same jobs in the same order; they need not be in memory at once
     */
    static JobInput records(String name, Iterable<NewJob> jobs) {
        return new OfRecords(name, jobs);
    }

    /** See {@link #file(Path, ReadOptions)}. */
    record OfFile(String name, Path file, ReadOptions options) implements JobInput {}

    /** See {@link #stream}. */
    record OfStream(String name, InputStream in, ReadOptions options) implements JobInput {}

    /** See {@link #records}. */
    record OfRecords(String name, Iterable<NewJob> jobs) implements JobInput {}
}
