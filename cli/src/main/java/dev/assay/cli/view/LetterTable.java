package dev.assay.cli.view;

import dev.assay.cli.terminal.Screen;
import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.schemas.DeadLetter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table of dead letters that is printed while they are found: the columns are as wide as the first page needs, and a
 * wider cell later on only moves those behind it.
 */
public final class LetterTable {
    private static final int PAGE = 50;
    private static final int LONGEST_CELL = 40;
    private static final String GAP = "  ";

    private final Screen screen;
    private final Instant now;
    private final boolean withState;
    private final int columns;
    private final List<List<String>> page = new ArrayList<>();
    private int[] widths = {};

    /**
     * @param withState whether how letters stand differs
     * @param columns where lines are cut
     */
    public LetterTable(Screen screen, Instant now, boolean withState, int columns) {
        this.screen = screen;
        this.now = now;
        this.withState = withState;
        this.columns = columns;
    }

    public void row(FoundLetter found) {
        List<String> cells = cells(found);
        if (widths.length > 0) {
            screen.say(line(cells));
            return;
        }
        page.add(cells);
        if (page.size() == PAGE) {
            close();
        }
    }

    /** Prints what is left. */
    public void close() {
        if (page.isEmpty()) {
            return;
        }
        List<String> header = header();
        widths = new int[header.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = header.get(i).length();
            for (List<String> row : page) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        screen.say(screen.style().bold(line(header)));
        page.forEach(row -> screen.say(line(row)));
        page.clear();
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(List.of("ID", "AGE", "KIND", "TENANT", "MODEL", "RUN/JOB"));
        if (withState) {
            header.add("STATUS");
        }
        header.add("MESSAGE");
        return header;
    }

    private List<String> cells(FoundLetter found) {
        Letter letter = found.letter();
        List<String> cells = new ArrayList<>();
        cells.add(letter.id().toString());
        cells.add(Printable.age(Duration.between(letter.at(), now)));
        DeadLetter told = letter.told().orElse(null);
        if (told == null) {
            cells.addAll(List.of("(damaged)", "-", "-", "-"));
        } else {
            cells.add(told.getKind().name());
            cells.add(cell(told.getTenant()));
            cells.add(cell(told.getModel()));
            cells.add(
                    told.getRunId() == null && told.getJobId() == null
                            ? "-"
                            : cell(told.getRunId()) + "/" + cell(told.getJobId()));
        }
        if (withState) {
            cells.add(found.state().name().toLowerCase(Locale.ROOT));
        }
        String message = told == null ? String.join("; ", letter.problems()) : told.getMessage();
        cells.add(Printable.line(message, 2_000));
        return cells;
    }

    private static String cell(@Nullable String text) {
        return text == null || text.isEmpty() ? "-" : Printable.line(text, LONGEST_CELL);
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            line.append(i == 0 ? "" : GAP).append(cell);
            line.append(" ".repeat(Math.max(0, widths[i] - cell.length())));
        }
        String whole = line.toString().stripTrailing();
        return whole.length() <= columns ? whole : whole.substring(0, Math.max(0, columns - 3)) + "...";
    }
}
