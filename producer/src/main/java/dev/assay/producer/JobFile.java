package dev.assay.producer;

import dev.assay.producer.DraftSource.Entry;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/** Streams the drafts of a job file, plain or gzip, in whatever format it is. Memory does not grow with the file. */
final class JobFile implements DraftSource {
    /** What a line may hold beside the request body: the expectation, ids, tags. */
    private static final int BESIDE_BODY_BYTES = 256 * 1024;

    private final String source;
    private final Lines lines;
    private final InputFormat format;
    private final LineFormat lineFormat;
    private @Nullable Line pending;
    private long lastLine;

    private JobFile(String source, Lines lines, InputFormat format, LineFormat lineFormat, @Nullable Line pending) {
        this.source = source;
        this.lines = lines;
        this.format = format;
        this.lineFormat = lineFormat;
        this.pending = pending;
    }

    /**
     * Opens a file and tells its format.
     *
     * @param source what to call it in problems
     * @param maxBodyBytes the longest request body that is accepted
     */
    static JobFile open(String source, Path file, ReadOptions options, Scoring scoring, int maxBodyBytes)
            throws BadInputException {
        int maxLineBytes = maxBodyBytes + BESIDE_BODY_BYTES;
        try {
            Lines lines = new LineReader(text(source, file), maxLineBytes);
            try {
                return open(source, lines, options, scoring, maxLineBytes);
            } catch (BadInputException | IOException e) {
                lines.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            throw new BadInputException(Problem.ofWhole(source, "no such file"));
        } catch (AccessDeniedException e) {
            throw new BadInputException(Problem.ofWhole(source, "may not be read"));
        } catch (IOException e) {
            throw new BadInputException(Problem.ofWhole(source, "cannot be read: " + reason(e)));
        }
    }

    private static JobFile open(String source, Lines lines, ReadOptions options, Scoring scoring, int maxChars)
            throws BadInputException, IOException {
        Line first = lines.next();
        while (first instanceof Line.Text(long number, String text, String end) && text.isBlank()) {
            first = lines.next();
        }
        if (first == null) {
            throw new BadInputException(Problem.ofWhole(source, "empty (expected: at least one job)"));
        }
        if (!(first instanceof Line.Text text)) {
            Line.Bad bad = (Line.Bad) first;
            throw new BadInputException(new Problem(source, bad.number(), bad.column(), bad.reason()));
        }
        try {
            InputFormat stated = options.format();
            InputFormat format = stated != null ? stated : InputFormat.of(text.text(), options);
            return switch (format) {
                case OPENAI_BATCH -> new JobFile(source, lines, format, new BatchLines(scoring, options), first);
                case OPENAI_EVALS -> new JobFile(source, lines, format, new EvalLines(scoring, options), first);
                case PROMPT_IDEAL -> {
                    JsonLine sample = JsonLine.parse(text.text());
                    yield new JobFile(source, lines, format, new PromptLines(scoring, options, sample.root()), first);
                }
                case CSV -> {
                    Lines rows = new CsvRows(source, new Behind(first, lines), options.delimiter(), maxChars);
                    Line header = rows.next();
                    LineFormat csv = new CsvLines(scoring, options, header instanceof Line.Text row ? row : text);
                    yield new JobFile(source, rows, format, csv, null);
                }
            };
        } catch (BadLineException e) {
            throw new BadInputException(new Problem(source, first.number(), e.column(), e.reason()));
        }
    }

    @Override
    public String format() {
        return format.label();
    }

    @Override
    public @Nullable Entry next() throws BadInputException {
        Line line = nextLine();
        while (line instanceof Line.Text(long number, String text, String end) && text.isBlank()) {
            line = nextLine();
        }
        return switch (line) {
            case null -> null;
            case Line.Bad(long number, int column, String reason) -> bad(number, column, reason);
            case Line.Text text -> {
                try {
                    yield new Entry.Good(lineFormat.read(text));
                } catch (BadLineException e) {
                    yield bad(text.number(), e.column(), e.reason());
                }
            }
        };
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private Entry bad(long number, int column, String reason) {
        return new Entry.Bad(new Problem(source, number, column, reason));
    }

    private @Nullable Line nextLine() throws BadInputException {
        Line line = pending;
        pending = null;
        try {
            line = line != null ? line : lines.next();
        } catch (IOException e) {
            throw new BadInputException(
                    new Problem(source, lastLine + 1, 0, "cannot be read from here on: " + reason(e)));
        }
        lastLine = line == null ? lastLine : line.number();
        return line;
    }

    /** Only packed files end or break before their end. */
    private static String reason(IOException e) {
        return switch (e) {
            case EOFException ends -> "the gzip data end early (is the copy complete?)";
            case ZipException damaged -> "the gzip data are damaged: " + damaged.getMessage();
            default -> String.valueOf(e.getMessage());
        };
    }

    private static InputStream text(String source, Path file) throws IOException, BadInputException {
        if (Files.isDirectory(file)) {
            throw new BadInputException(Problem.ofWhole(source, "a directory (expected: a file)"));
        }
        BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file));
        in.mark(4);
        int first = in.read();
        int second = in.read();
        in.reset();
        if (first == 0x1F && second == 0x8B) {
            try {
                return new GZIPInputStream(in, 64 * 1024);
            } catch (IOException e) {
                in.close();
                throw e;
            }
        }
        boolean isUtf16 = (first == 0xFE && second == 0xFF) || (first == 0xFF && second == 0xFE);
        boolean isZip = first == 'P' && second == 'K';
        if (isUtf16 || isZip) {
            in.close();
            throw new BadInputException(Problem.ofWhole(
                    source, isUtf16 ? "UTF-16 text (expected: UTF-8)" : "a zip archive (expected: text, or gzip)"));
        }
        return in;
    }

    /** Lines with one put back before them. */
    private static final class Behind implements Lines {
        private @Nullable Line first;
        private final Lines rest;

        private Behind(Line first, Lines rest) {
            this.first = first;
            this.rest = rest;
        }

        @Override
        public @Nullable Line next() throws IOException, BadInputException {
            Line line = first;
            first = null;
            return line != null ? line : rest.next();
        }

        @Override
        public void close() throws IOException {
            rest.close();
        }
    }
}
