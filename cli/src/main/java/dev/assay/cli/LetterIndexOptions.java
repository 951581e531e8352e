package dev.assay.cli;

import dev.assay.deadletters.index.IndexedLetters;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the reader's index of dead letters is kept, and whether there is to be one. */
final class LetterIndexOptions {
    @Option(
            names = "--index",
            paramLabel = "DIR",
            description = "where the index of dead letters is kept ($XDG_CACHE_HOME/assay, or ~/.cache/assay)")
    @Nullable
    Path directory;

    @Option(
            names = "--no-index",
            description = "do without the index: slower with many dead letters, and else the same")
    boolean without;

    /** The reader, which tells on the screen how its index grows; the caller closes it. */
    IndexedLetters open(Session session, Cluster cluster) {
        return new IndexedLetters(
                cluster.clients(),
                cluster.admin(),
                session.clock(),
                without ? null : cache(session.terminal().environment()),
                new IndexProgress(session.screen()));
    }

    private @Nullable Path cache(Map<String, String> environment) {
        if (directory != null) {
            return directory;
        }
        String cache = environment.getOrDefault("XDG_CACHE_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        if (cache.isEmpty() && home.isEmpty()) {
            return null;
        }
        return (cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache)).resolve("assay");
    }
}
