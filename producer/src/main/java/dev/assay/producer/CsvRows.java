package dev.assay.producer;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Joins the lines of a CSV input into rows (RFC 4180): a quoted cell may hold line ends, so a row ends where no cell
 * is open. A row has the number of its first line. A quote that is never closed would take the rest of the input into
 * one cell, and where it was meant to end nobody can tell: reading stops there.
 */
final class CsvRows implements Lines {
    private final String source;
    private final Lines lines;
    private final char delimiter;
    private final int maxChars;

    CsvRows(String source, Lines lines, char delimiter, int maxChars) {
        this.source = source;
        this.lines = lines;
        this.delimiter = delimiter;
        this.maxChars = maxChars;
    }

    @Override
    public @Nullable Line next() throws IOException, BadInputException {
        Line first = lines.next();
        if (!(first instanceof Line.Text text)) {
            return first;
        }
        Cell cell = new Cell();
        cell.read(text);
        if (!cell.isOpen()) {
            return text;
        }
        StringBuilder row = new StringBuilder(text.text()).append(text.end());
        while (true) {
            Line more = lines.next();
            switch (more) {
                case null -> throw unclosed(cell, "is never closed");
                case Line.Bad bad ->
                    throw new BadInputException(new Problem(
                            source,
                            bad.number(),
                            bad.column(),
                            bad.reason() + "; it is inside the quoted cell that line " + cell.line
                                    + " opens, so nothing behind it can be read"));
                case Line.Text next -> {
                    if (row.length() + next.text().length() > maxChars) {
                        throw unclosed(cell, "is not closed within " + maxChars + " characters");
                    }
                    cell.read(next);
                    row.append(next.text());
                    if (!cell.isOpen()) {
                        return new Line.Text(text.number(), row.toString(), next.end());
                    }
                    row.append(next.end());
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private BadInputException unclosed(Cell cell, String what) {
        return new BadInputException(new Problem(
                source,
                cell.line,
                cell.column,
                "the quote opened here " + what + ", so nothing behind it can be read"));
    }

    /** Where reading stands in a cell, and which quote opened it. */
    private final class Cell {
        private State state = State.START;
        private long line;
        private int column;

        private enum State {
            START,
            PLAIN,
            QUOTED,
            /** Behind a quote in a quoted cell: the cell's end, or the first half of a doubled quote. */
            QUOTE
        }

        private void read(Line.Text text) {
            for (int i = 0; i < text.text().length(); i++) {
                char c = text.text().charAt(i);
                if (state == State.QUOTED) {
                    state = c == '"' ? State.QUOTE : State.QUOTED;
                } else if (c == '"' && state == State.QUOTE) {
                    state = State.QUOTED;
                } else if (c == '"' && state == State.START) {
                    state = State.QUOTED;
                    line = text.number();
                    column = i + 1;
                } else {
                    state = c == delimiter ? State.START : State.PLAIN;
                }
            }
        }

        private boolean isOpen() {
            return state == State.QUOTED;
        }
    }
}
