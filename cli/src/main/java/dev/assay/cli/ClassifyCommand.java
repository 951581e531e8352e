package dev.assay.cli;

import dev.assay.cli.classify.BadResponseException;
import dev.assay.cli.classify.Classified;
import dev.assay.cli.classify.RecordedResponse;
import dev.assay.cli.classify.ResponseFile;
import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Screen;
import dev.assay.worker.call.ResponseJudge;
import dev.assay.worker.failure.Redactor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code assay classify FILE}: what recorded responses of providers are taken for, and what follows from each. */
@Command(
        name = "classify",
        description = {
            "Says what recorded responses are taken for: kind, action, scope, wait, and the rule that decided.",
            "FILE holds lines {\"provider\": ..., \"status\": 429, \"headers\": {...}, \"body\": ...}, lines of a"
                    + " batch's",
            "result or error file, or what curl -i printed for one response; - is standard input.",
            "Lines with \"expected_kind\" (and \"wait_class\") are compared: exit code 1 when one differs."
        },
        footer = {
            "",
            "Examples:",
            "  assay classify responses.jsonl",
            "  assay classify responses.jsonl --json | jq 'select(.rule == \"no-rule\")'",
            "  curl -si https://api.openai.com/v1/chat/completions -d @request.json | assay classify - --provider"
                    + " openai"
        })
final class ClassifyCommand implements Callable<Integer> {
    private static final int MOST_COMPLAINTS = 20;

    private final Session session;

    @Parameters(paramLabel = "FILE", description = "the responses; - for standard input")
    private String file = "";

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "",
            description = "who sent responses that do not say it: a provider's name or host")
    private String provider = "";

    ClassifyCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws IOException {
        List<Classified> all = new ArrayList<>();
        List<BadResponseException> bad = new ArrayList<>();
        try (ResponseFile responses = new ResponseFile(open(), provider)) {
            ResponseJudge judge = new ResponseJudge(new Redactor(List.of()));
            while (read(responses, judge, all, bad)) {
                // Each line is told, or complained of, once.
            }
        }
        if (all.isEmpty() && bad.isEmpty()) {
            throw new Trouble(ExitCode.BAD_INPUT, name() + ": no response in it", "see: assay classify --help");
        }
        tell(all);
        return verdict(all, bad).number();
    }

    /** Reads one response; false at the end. */
    private boolean read(
            ResponseFile responses, ResponseJudge judge, List<Classified> all, List<BadResponseException> bad)
            throws IOException {
        try {
            Optional<RecordedResponse> next = responses.next();
            next.ifPresent(response -> all.add(Classified.of(
                    response,
                    judge.failure(
                            response.provider(),
                            response.status(),
                            response.headers(),
                            response.body().array(),
                            response.headers().date().orElse(session.clock().now())))));
            return next.isPresent();
        } catch (BadResponseException e) {
            bad.add(e);
            return true;
        }
    }

    private void tell(List<Classified> all) {
        Screen screen = session.screen();
        if (screen.json()) {
            all.forEach(one -> session.json(one.json()));
        } else if (all.size() == 1) {
            screen.say(all.getFirst().details(screen.style()));
        } else if (!all.isEmpty()) {
            screen.say(Classified.table(all, screen.style()));
        }
    }

    private ExitCode verdict(List<Classified> all, List<BadResponseException> bad) {
        Screen screen = session.screen();
        long differ = all.stream().filter(one -> !one.isAsExpected()).count();
        if (differ > 0) {
            screen.note("");
            screen.note(Figures.counted(differ, "response") + " of " + Figures.count(all.size())
                    + " taken for something else than expected:");
            Classified.differences(all, screen.noteStyle()).forEach(screen::note);
        }
        bad.stream().limit(MOST_COMPLAINTS).forEach(one -> screen.warn("passed over " + one.in(name())));
        if (bad.size() > MOST_COMPLAINTS) {
            screen.warn("and " + Figures.count(bad.size() - MOST_COMPLAINTS) + " more bad lines");
        }
        if (!bad.isEmpty()) {
            return ExitCode.BAD_INPUT;
        }
        return differ > 0 ? ExitCode.NO : ExitCode.OK;
    }

    private InputStream open() throws IOException {
        if (file.equals("-")) {
            return session.terminal().in();
        }
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            String what = Files.exists(path) ? "cannot be read as a file" : "no such file";
            throw new Trouble(ExitCode.BAD_INPUT, file + ": " + what, "");
        }
        return Files.newInputStream(path);
    }

    private String name() {
        return file.equals("-") ? "standard input" : file;
    }
}
