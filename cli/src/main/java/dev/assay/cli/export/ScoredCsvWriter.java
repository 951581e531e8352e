package dev.assay.cli.export;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row a job under a header, as RFC 4180 says, in UTF-8. */
public final class ScoredCsvWriter implements ResultWriter {
    private final OutputStream output;

    public ScoredCsvWriter(OutputStream output) throws IOException {
        this.output = output;
        row(Columns.names());
    }

    @Override
    public void write(Result result, @Nullable Score score) throws IOException {
        row(Columns.row(result, score));
    }

    @Override
    public void close() throws IOException {
        output.close();
    }

    private void row(List<String> cells) throws IOException {
        StringBuilder row = new StringBuilder();
        String separator = "";
        for (String cell : cells) {
            row.append(separator).append(quoted(cell));
            separator = ",";
        }
        output.write(row.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
    }

    private static String quoted(String cell) {
        boolean isPlain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
