package dev.assay.cli.terminal;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * Where a command says what to whom. Answers go to standard output; with {@code --json} that is one document and
 * everything for people goes to standard error. Notes go to standard error, and not at all with {@code --quiet}.
 */
public final class Screen {
    /** When to use colours. */
    public enum Colour {
        AUTO,
        ALWAYS,
        NEVER
    }

    private final Terminal terminal;
    private final boolean json;
    private final boolean quiet;
    private final Style outStyle;
    private final Style errStyle;

    public Screen(Terminal terminal, boolean json, boolean quiet, Colour colour) {
        this.terminal = terminal;
        this.json = json;
        this.quiet = quiet;
        outStyle = style(terminal, terminal.outIsTerminal(), colour);
        errStyle = style(terminal, terminal.errIsTerminal(), colour);
    }

    public boolean json() {
        return json;
    }

    public int columns() {
        return terminal.columns();
    }

    /** Style of {@link #say}. */
    public Style style() {
        return json ? errStyle : outStyle;
    }

    /** Style of {@link #note}. */
    public Style noteStyle() {
        return errStyle;
    }

    /** Part of the answer, for people. */
    public void say(String line) {
        if (!json) {
            terminal.out().println(line);
        } else if (!quiet) {
            terminal.err().println(line);
        }
    }

    public void say(List<String> lines) {
        lines.forEach(this::say);
    }

    /** How it goes, for people. */
    public void note(String line) {
        if (!quiet) {
            terminal.err().println(line);
        }
    }

    /** What must be heard even when quiet. */
    public void warn(String line) {
        terminal.err().println(errStyle.yellow("warning: ") + line);
    }

    /** One line of machine output. */
    public void data(String line) {
        terminal.out().println(line);
    }

    /** Standard output itself, for bulk data; the caller flushes and does not close it. */
    public PrintStream dataStream() {
        return terminal.out();
    }

    /** Lines redrawn in place where {@link #say} goes to a terminal, and nothing otherwise. */
    public LiveBlock liveBlock() {
        boolean shown = !quiet && (json ? terminal.errIsTerminal() : terminal.outIsTerminal());
        return new LiveBlock(json ? terminal.err() : terminal.out(), shown, terminal.columns());
    }

    /** Lines redrawn in place where {@link #note} goes to a terminal, and nothing otherwise. */
    public LiveBlock noteBlock() {
        return new LiveBlock(terminal.err(), !quiet && terminal.errIsTerminal(), terminal.columns());
    }

    /** Whether a person is there to be asked. */
    public boolean canAsk() {
        return terminal.inIsTerminal() && terminal.errIsTerminal();
    }

    /** Asks a yes-or-no question on standard error; anything but yes is no. */
    public boolean confirm(String question) {
        terminal.err().print(question + " [y/N] ");
        terminal.err().flush();
        try {
            String answer = firstLine().strip().toLowerCase(Locale.ROOT);
            return answer.equals("y") || answer.equals("yes");
        } catch (IOException e) {
            return false;
        }
    }

    private String firstLine() throws IOException {
        byte[] line = new byte[80];
        int length = 0;
        for (int next = terminal.in().read();
                next >= 0 && next != '\n';
                next = terminal.in().read()) {
            if (length < line.length) {
                line[length++] = (byte) next;
            }
        }
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    private static Style style(Terminal terminal, boolean isTerminal, Colour colour) {
        boolean wanted = switch (colour) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                isTerminal
                        && terminal.environment().getOrDefault("NO_COLOR", "").isEmpty()
                        && !terminal.environment().getOrDefault("TERM", "dumb").equals("dumb");
        };
        return new Style(wanted, terminal.unicode());
    }
}
