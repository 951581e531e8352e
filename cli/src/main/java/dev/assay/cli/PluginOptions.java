package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.scorer.scoring.ScorerPlugins;
import dev.assay.scorer.scoring.Scorers;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where scorers are that do not come with Assay, and who loads them. */
final class PluginOptions {
    private static final String VARIABLE = "ASSAY_PLUGINS";

    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "directory with the jars of scorers of your own (the environment's " + VARIABLE + ")")
    private @Nullable Path plugins;

    /** The standard scorers and those found. */
    Scorers load(Session session) {
        Path directory = directory(session);
        if (directory == null) {
            return Scorers.standard();
        }
        try {
            return ScorerPlugins.in(directory);
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
    }

    /** The same, each ready to judge. */
    Scorers loadReady(Session session) {
        Scorers scorers = load(session);
        try {
            scorers.warmUp();
        } catch (IllegalArgumentException e) {
            throw refused(e);
        }
        return scorers;
    }

    private @Nullable Path directory(Session session) {
        String stated = session.terminal().environment().getOrDefault(VARIABLE, "");
        return plugins != null ? plugins : stated.isBlank() ? null : Path.of(stated);
    }

    private static Trouble refused(IllegalArgumentException e) {
        return new Trouble(
                ExitCode.BAD_INPUT, "plugins: " + e.getMessage(), "see docs/scorers.md, Scorers of your own", e);
    }
}
