package dev.assay.scorer.scoring;

import dev.assay.schemas.ScorerNames;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds scorers that do not come with Assay: those that jars name as providers of {@link AnswerScorer}. One that cannot be
 * used refuses them all, for a scorer that is missing would leave whole runs unscored.
 */
public final class ScorerPlugins {
    private ScorerPlugins() {}

    /**
     * The standard scorers and those of the jars of a directory, which share one class loader below the application's; it
     * lives as long as the process.
     *
     * @throws IllegalArgumentException naming the directory and the provider that cannot be used, and why
     */
    public static Scorers in(Path directory) {
        URL[] jars = jars(directory);
        if (jars.length == 0) {
            throw new IllegalArgumentException(directory + ": no jars in it (expected: those of scorers)");
        }
        Scorers found = from(
                new URLClassLoader("assay-plugins", jars, ScorerPlugins.class.getClassLoader()), directory.toString());
        if (found.custom().isEmpty()) {
            throw new IllegalArgumentException(
                    directory + ": no scorer in its jars (expected: a file META-INF/services/"
                            + AnswerScorer.class.getName() + " that names one)");
        }
        return found;
    }

    /**
     * The standard scorers and those of the class path.
     *
     * @throws IllegalArgumentException naming the provider that cannot be used, and why
     */
    public static Scorers onClassPath() {
        return from(ScorerPlugins.class.getClassLoader(), "class path");
    }

    private static URL[] jars(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(directory + ": no such directory");
        }
        List<URL> jars = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.jar")) {
            for (Path jar : files) {
                jars.add(url(jar));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException(directory + ": cannot be read: " + e.getMessage(), e);
        }
        return jars.toArray(URL[]::new);
    }

    private static URL url(Path jar) throws MalformedURLException {
        return jar.toUri().toURL();
    }

    private static Scorers from(ClassLoader loader, String place) {
        TreeMap<String, AnswerScorer> byName = new TreeMap<>();
        Iterator<AnswerScorer> providers =
                ServiceLoader.load(AnswerScorer.class, loader).iterator();
        while (true) {
            AnswerScorer scorer;
            String name;
            try {
                if (!providers.hasNext()) {
                    return Scorers.standard().and(List.copyOf(byName.values()));
                }
                scorer = providers.next();
                name = String.valueOf(scorer.name());
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                throw new IllegalArgumentException(place + ": a scorer cannot be loaded: " + reason(e), e);
            }
            String what = place + ": scorer " + Excerpt.quoted(name) + " of "
                    + scorer.getClass().getName();
            if (!ScorerNames.isCustom(name) && !ScorerNames.OPTIONAL.contains(name)) {
                throw new IllegalArgumentException(
                        what + " (expected: a name of x- and small letters, digits, - and _, such as x-coverage)");
            }
            AnswerScorer other = byName.putIfAbsent(name, scorer);
            if (other != null) {
                throw new IllegalArgumentException(
                        what + " is called as " + other.getClass().getName() + " is (expected: a name of its own)");
            }
        }
    }

    static String reason(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure + (cause == null ? "" : ": " + cause);
    }
}
