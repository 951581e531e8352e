package dev.assay.cli.terminal;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/**
 * The world outside a command: its three streams, whether each is a terminal, and the environment. A test passes its
 * own.
 *
 * @param in standard input
 * @param out standard output; always UTF-8, since what goes there is data
 * @param err standard error
 * @param inIsTerminal whether a person can be asked
 * @param outIsTerminal whether a person reads standard output
 * @param errIsTerminal whether a person reads standard error
 * @param columns width of the terminal
 * @param environment environment variables
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        boolean inIsTerminal,
        boolean outIsTerminal,
        boolean errIsTerminal,
        int columns,
        Map<String, String> environment) {
    private static final int USUAL_COLUMNS = 80;

    public Terminal {
        environment = Map.copyOf(environment);
    }

    /**
     * This process's own. The script {@code assay} says which streams are terminals (system property
     * {@code assay.terminal}, such as {@code in,out,err}): Java 21 itself can only tell for all at once.
     */
    public static Terminal ofProcess() {
        String which = System.getProperty("assay.terminal", "");
        return new Terminal(
                System.in,
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                which.contains("in"),
                which.contains("out"),
                which.contains("err"),
                columns(System.getProperty("assay.columns", "")),
                System.getenv());
    }

    /** Streams that are files or pipes, for tests and for programs that embed the command line. */
    public static Terminal piped(InputStream in, PrintStream out, PrintStream err, Map<String, String> environment) {
        return new Terminal(in, out, err, false, false, false, USUAL_COLUMNS, environment);
    }

    /** Whether glyphs beyond ASCII can be shown: what the locale says. */
    boolean unicode() {
        for (String variable : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
            String value = environment.getOrDefault(variable, "");
            if (!value.isEmpty()) {
                String lower = value.toLowerCase(Locale.ROOT);
                return lower.contains("utf-8") || lower.contains("utf8");
            }
        }
        return false;
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }

    private static int columns(String text) {
        try {
            int columns = Integer.parseInt(text.strip());
            return columns < 40 ? USUAL_COLUMNS : Math.min(columns, 200);
        } catch (NumberFormatException e) {
            return USUAL_COLUMNS;
        }
    }
}
