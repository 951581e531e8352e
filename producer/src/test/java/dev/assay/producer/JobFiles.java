package dev.assay.producer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes job files and reads them, for tests. */
final class JobFiles {
    private JobFiles() {}

    /** An OpenAI Batch line. */
    static String batchLine(String id, String prompt) {
        return """
            {"custom_id":"%s","method":"POST","url":"/v1/chat/completions","body":{"model":"gpt-4o","messages":\
            [{"role":"user","content":"%s"}]},"ideal":"yes"}\
            """.formatted(id, prompt);
    }

    /** So many OpenAI Batch lines: ids {@code job-0} and so on. */
    static List<String> batchLines(int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(batchLine("job-" + i, "question " + i));
        }
        return lines;
    }

    static Path write(Path directory, String name, List<String> lines) {
        return write(directory, name, String.join("\n", lines) + "\n");
    }

    static Path write(Path directory, String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What reading a file gives. */
    record Read(List<ValidJob> jobs, List<Problem> problems, long repeated, String format) {
        ValidJob only() {
            if (jobs.size() != 1 || !problems.isEmpty()) {
                throw new AssertionError("not one good job: " + this);
            }
            return jobs.getFirst();
        }
    }

    /** Reads a file as a submit does. */
    static Read read(Path file, ReadOptions options, JobSettings settings) {
        List<ValidJob> jobs = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        try (ReadableInput input = ReadableInput.of(JobInput.file(file, options));
                JobReading reading = new JobReading(
                        input.name(),
                        input.open(settings),
                        new JobValidator(settings.maxBodyBytes(), java.time.Instant.parse("2026-01-01T00:00:00Z")),
                        new SeenJobs(),
                        settings.epochs(),
                        problems::add)) {
            for (ValidJob job = reading.next(); job != null; job = reading.next()) {
                jobs.add(job);
            }
            return new Read(jobs, problems, reading.repeated(), reading.format());
        } catch (BadInputException e) {
            problems.add(e.problem());
            return new Read(jobs, problems, 0, "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static JobSettings settings() {
        return SubmitRequest.run("r").route("main").tenant("acme").build().jobs();
    }
}
