package dev.assay.scorer.offline;

/**
 * A line that cannot be scored, and why.
 *
 * @param file the file's name as it was given
 * @param line its number, from 1
 * @param column the character where the trouble is, from 1
 * @param reason what is wrong and what was expected
 */
public record BadLine(String file, long line, int column, String reason) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + ": " + reason;
    }
}
