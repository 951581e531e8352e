package dev.assay.cli.terminal;

import java.util.ArrayList;
import java.util.List;

/** Rows in aligned columns, two blanks apart; a column whose header starts with {@code >} is flush right. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... header) {
        this.header = List.of(header);
    }

    /** @param cells as many as the header has */
    public Table row(String... cells) {
        if (cells.length != header.size()) {
            throw new IllegalArgumentException(cells.length + " cells (expected: " + header.size() + ")");
        }
        rows.add(List.of(cells));
        return this;
    }

    public List<String> lines(Style style) {
        int[] widths = new int[header.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = title(i).length();
            for (List<String> row : rows) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        List<String> titles = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            titles.add(title(i));
        }
        lines.add(style.bold(line(titles, widths)));
        for (List<String> row : rows) {
            lines.add(line(row, widths));
        }
        return lines;
    }

    private String title(int column) {
        String text = header.get(column);
        return text.startsWith(">") ? text.substring(1) : text;
    }

    private String line(List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - cells.get(i).length());
            line.append(i == 0 ? "" : GAP);
            line.append(header.get(i).startsWith(">") ? padding + cells.get(i) : cells.get(i) + padding);
        }
        return line.toString().stripTrailing();
    }
}
