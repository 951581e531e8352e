package dev.assay.benchmarks;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/** Which state of the sources runs, where it runs from a working copy. */
final class Revision {
    static final String UNKNOWN = "unknown";

    private Revision() {}

    /** The commit of the working copy that a class was built in, with {@code +} where files differ from it. */
    static String of(Class<?> type) throws InterruptedException {
        try {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            if (source == null) {
                return UNKNOWN;
            }
            Path built = Path.of(source.getLocation().toURI());
            Path directory = Files.isDirectory(built) ? built : built.resolveSibling("");
            String commit = git(directory, "rev-parse", "--short=12", "HEAD");
            return commit.isEmpty()
                            || git(directory, "status", "--porcelain", "-uno").isEmpty()
                    ? commit
                    : commit + "+";
        } catch (IOException | URISyntaxException e) {
            return UNKNOWN;
        }
    }

    private static String git(Path directory, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", directory.toString()));
        command.addAll(List.of(arguments));
        Process git = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        git.getOutputStream().close();
        String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (git.waitFor() != 0) {
            throw new IOException("git " + String.join(" ", arguments) + " failed");
        }
        return said;
    }
}
