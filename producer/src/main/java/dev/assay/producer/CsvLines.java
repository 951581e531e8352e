package dev.assay.producer;

import dev.assay.schemas.Expectation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;

/** Rows of a CSV input with a header: the prompt from a column or a template, the ideal from a column. */
final class CsvLines implements LineFormat {
    private final CSVFormat csv;
    private final List<String> columns;
    private final Scoring scoring;
    private final MadeBody bodies;
    private final @Nullable Template template;
    private final String promptColumn;
    private final String idealColumn;
    private final String idColumn;

    /**
     * @param header the first row
     * @throws BadLineException when the header does not have the columns that the options name
     */
    CsvLines(Scoring scoring, ReadOptions options, Line.Text header) throws BadLineException {
        csv = CSVFormat.RFC4180.builder().setDelimiter(options.delimiter()).get();
        columns = cells(header.text()).stream().map(String::strip).toList();
        this.scoring = scoring;
        bodies = new MadeBody(options);
        template = options.template() == null ? null : Template.parse(options.template());
        promptColumn = options.promptFieldIn(columns::contains);
        idealColumn = options.idealFieldIn(columns::contains);
        idColumn = options.idFieldIn(columns::contains);
        requireColumns(options);
    }

    @Override
    public Draft read(Line.Text row) throws BadLineException {
        List<String> cells = cells(row.text());
        if (cells.size() != columns.size()) {
            throw new BadLineException(
                    0, cells.size() + " cells (expected: " + columns.size() + ", as many as the header)");
        }
        String prompt = template == null ? cell(cells, promptColumn) : template.fill(name -> cell(cells, name));
        String body = bodies.ofPrompt(prompt);
        String id = columns.contains(idColumn) ? cell(cells, idColumn) : null;
        return new Draft(
                row.number(),
                id,
                body,
                JsonLine.parse(body).root(),
                expectation(cells),
                Map.of(),
                null,
                (pointer, reason) -> new BadLineException(
                        0,
                        (pointer.equals("/custom_id") ? idColumn : template == null ? promptColumn : "template") + ": "
                                + reason));
    }

    private Expectation expectation(List<String> cells) throws BadLineException {
        String ideal = columns.contains(idealColumn) ? cell(cells, idealColumn) : "";
        try {
            return ideal.isEmpty()
                    ? scoring.unstated()
                    : scoring.expecting(scoring.use(null, List.of(scoring.counted(ideal)), Map.of(), 1));
        } catch (Scoring.UnusableException e) {
            throw new BadLineException(0, idealColumn + ": " + e.reason());
        }
    }

    private String cell(List<String> cells, String column) {
        return cells.get(columns.indexOf(column));
    }

    private List<String> cells(String row) throws BadLineException {
        requireText(row);
        try (CSVParser parser = CSVParser.parse(row, csv)) {
            List<CSVRecord> records = parser.getRecords();
            if (records.size() != 1) {
                throw new BadLineException(0, "not CSV: a quote that opens no cell, or a line end outside of quotes");
            }
            return records.getFirst().toList();
        } catch (UncheckedIOException | IOException e) {
            throw new BadLineException(
                    0,
                    "not CSV: text behind the closing quote of a cell (inside a quoted cell a"
                            + " quote is written twice)");
        }
    }

    /** Bytes of something else often pass for a table of one column. */
    private static void requireText(String row) throws BadLineException {
        for (int i = 0; i < row.length(); i++) {
            char character = row.charAt(i);
            if (character < ' ' && !Character.isWhitespace(character)) {
                throw new BadLineException(
                        i + 1, "not CSV: control character \\u%04x (expected: text)".formatted((int) character));
            }
        }
    }

    private void requireColumns(ReadOptions options) throws BadLineException {
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!seen.add(column)) {
                throw new BadLineException(0, "the header has the column '" + column + "' twice");
            }
        }
        List<String> needed = new ArrayList<>(template == null ? List.of(promptColumn) : template.fields());
        if (options.idealField() != null) {
            needed.add(options.idealField());
        }
        if (options.idField() != null) {
            needed.add(options.idField());
        }
        for (String column : needed) {
            if (!columns.contains(column)) {
                throw new BadLineException(
                        0,
                        "the header has no column '" + column + "' (it has: " + String.join(", ", columns)
                                + "; name the columns, or give a template such as 'Q: {question}')");
            }
        }
    }
}
