package dev.assay.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.LiveBlock;
import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.Content;
import dev.assay.deadletters.ExportLine;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Selection;
import dev.assay.schemas.Job;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code assay dlq export}: dead letters as a file that can be edited and brought back. */
@Command(
        name = "export",
        description = {
            "Writes dead letters to a file, a JSON object a line: their bytes and headers as they are, and beside them"
                    + " the job and its body to be read and edited.",
            "Damaged letters are written, too. The file appears under its name when it is whole."
        },
        footer = {
            "",
            "Examples:",
            "  assay dlq export --run nightly-7 --kind bad_request --output bad.jsonl",
            "  assay dlq export jobs-3-1042 | jq .body"
        })
final class DlqExportCommand implements Callable<Integer> {
    private static final int TELL_EVERY = 1_000;

    private final Session session;

    @Mixin
    private LetterFilters filters = new LetterFilters();

    @Mixin
    private LetterIndexOptions index = new LetterIndexOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "where to write; standard output when not given")
    private @Nullable Path output;

    DlqExportCommand(Session session) {
        this.session = session;
    }

    /** What was written so far. */
    private static final class Count {
        private long letters;
        private long damaged;
    }

    @Override
    public Integer call() throws IOException {
        if (session.screen().json() && output == null) {
            throw new Trouble(
                    ExitCode.USAGE, "--json and the letters cannot share standard output", "give --output FILE");
        }
        Count count = new Count();
        try (LetterDesk desk = LetterDesk.open(session, index)) {
            if (output == null) {
                OutputStream stream = new BufferedOutputStream(session.screen().dataStream());
                write(desk, stream, count);
                stream.flush();
            } else {
                writeFile(desk, output, count);
            }
        }
        tell(count);
        return ExitCode.OK.number();
    }

    /** A part of a file is worse than none, so it gets its name when it is whole. */
    private void writeFile(LetterDesk desk, Path file, Count count) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + ".part");
        try {
            try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(draft), 1 << 16)) {
                write(desk, stream, count);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | UncheckedIOException e) {
            throw new Trouble(ExitCode.BAD_INPUT, file + " cannot be written: " + e, "", e);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private void write(LetterDesk desk, OutputStream stream, Count count) {
        Selection selection = filters.looked(session.clock().now(), desk.contents());
        Screen screen = session.screen();
        try (LiveBlock block = screen.noteBlock()) {
            desk.letters().find(selection, found -> {
                write(desk, found, stream);
                count.letters++;
                count.damaged += found.letter().problems().isEmpty() ? 0 : 1;
                if (count.letters % TELL_EVERY == 0) {
                    block.draw(List.of(Figures.counted(count.letters, "dead letter") + " written"));
                }
                return true;
            });
            block.clear();
        }
    }

    private static void write(LetterDesk desk, FoundLetter found, OutputStream stream) {
        try {
            Content content = desk.contents().of(found.letter());
            String line = ExportLine.write(found.letter(), content instanceof Content.OfJob(Job job) ? job : null);
            stream.write(line.getBytes(StandardCharsets.UTF_8));
            stream.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void tell(Count count) {
        Screen screen = session.screen();
        if (screen.json()) {
            ObjectNode answer = session.object();
            answer.put("written", count.letters);
            answer.put("damaged", count.damaged);
            answer.put("file", String.valueOf(output));
            session.json(answer);
        } else if (output != null) {
            screen.note(Figures.counted(count.letters, "dead letter")
                    + (count.damaged == 0 ? "" : ", " + Figures.count(count.damaged) + " of them damaged,")
                    + " written to " + output);
        }
    }
}
