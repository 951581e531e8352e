package dev.assay.scorer;

import static dev.assay.scorer.testing.Results.answered;
import static dev.assay.scorer.testing.Results.expecting;
import static dev.assay.scorer.testing.Results.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.Score;
import dev.assay.scorer.scoring.AnswerScorer;
import dev.assay.scorer.scoring.ScorerPlugins;
import dev.assay.scorer.scoring.Scorers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomScorersTest {
    private static final String YES = "dev.assay.scorer.scoring.ScorerPluginsTest$Yes";

    @TempDir
    private Path dir;

    @Test
    void theTopologyScoresByAScorerThatWasLoaded() throws IOException {
        Score score = scored(ScorerPlugins.in(plugins()));

        assertThat(score.getPassed()).isTrue();
        assertThat(score.getParts().getFirst().getScorer()).isEqualTo("x-yes");
    }

    @Test
    void withoutItsJarTheAnswerIsUnscoredAndNothingElseChanges() {
        Score score = scored(Scorers.standard());

        assertThat(score.getUnscoredReason()).isEqualTo("unknown_scorer");
        assertThat(score.getValue()).isNull();
    }

    private Score scored(Scorers scorers) {
        try (Driver driver = new Driver(dir.resolve("state"), scorers)) {
            driver.result(answered("run", 1, "anything")
                    .setExpectation(expecting(use("x-yes", "a")))
                    .build());
            return driver.scores().getFirst();
        }
    }

    private Path plugins() throws IOException {
        Path plugins = Files.createDirectory(dir.resolve("plugins"));
        try (OutputStream out = Files.newOutputStream(plugins.resolve("yes.jar"));
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + AnswerScorer.class.getName()));
            jar.write(YES.getBytes(StandardCharsets.UTF_8));
        }
        return plugins;
    }
}
