package dev.assay.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Run ids for submits that name none: the file's name and the second, such as {@code questions-20260102-030405}. */
final class RunIds {
    private static final DateTimeFormatter SECOND =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int LONGEST_STEM = 60;

    private RunIds() {}

    static String madeFrom(String file, Instant now) {
        Path name = Path.of(file).getFileName();
        String stem = name == null ? "" : name.toString().replaceFirst("\\..*$", "");
        String plain = stem.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        String cut = plain.substring(0, Math.min(plain.length(), LONGEST_STEM));
        return (cut.isEmpty() ? "run" : cut) + "-" + SECOND.format(now);
    }
}
