package dev.assay.producer;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** An input that can be read as often as needed: a stream is copied to a temporary file, which goes at the end. */
final class ReadableInput implements Closeable {
    private final JobInput input;
    private final @Nullable Path copy;

    private ReadableInput(JobInput input, @Nullable Path copy) {
        this.input = input;
        this.copy = copy;
    }

    static ReadableInput of(JobInput input) throws BadInputException {
        return switch (input) {
            case JobInput.OfFile file -> new ReadableInput(file, null);
            case JobInput.OfRecords records -> new ReadableInput(records, null);
            case JobInput.OfStream stream -> copied(stream);
        };
    }

    /** Begins a reading. */
    DraftSource open(JobSettings settings) throws BadInputException {
        return switch (input) {
            case JobInput.OfFile(String name, Path file, ReadOptions options) ->
                JobFile.open(
                        name,
                        file,
                        options,
                        new Scoring(settings.scorer(), options.idealAfter()),
                        settings.maxBodyBytes());
            case JobInput.OfRecords(String name, Iterable<NewJob> jobs) -> new JobRecords(name, jobs);
            case JobInput.OfStream stream -> throw new IllegalStateException("a stream that was not copied");
        };
    }

    String name() {
        return input.name();
    }

    @Override
    public void close() throws IOException {
        if (copy != null) {
            Files.deleteIfExists(copy);
        }
    }

    private static ReadableInput copied(JobInput.OfStream stream) throws BadInputException {
        try {
            Path copy = Files.createTempFile("assay-submit-", ".jobs");
            try {
                Files.copy(stream.in(), copy, StandardCopyOption.REPLACE_EXISTING);
                return new ReadableInput(new JobInput.OfFile(stream.name(), copy, stream.options()), copy);
            } catch (IOException e) {
                Files.deleteIfExists(copy);
                throw e;
            }
        } catch (IOException e) {
            throw new BadInputException(
                    Problem.ofWhole(stream.name(), "cannot be copied to a temporary file: " + e.getMessage()));
        }
    }
}
