package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars of these tests hold no classes but name some of the class path, which they see. */
class ScorerPluginsTest {
    @TempDir
    private Path dir;

    /** Says of every answer what it is told. */
    abstract static class Named implements AnswerScorer {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Rubric prepare(ScorerUse use) {
            Options options = new Options(use);
            options.targets();
            return options.rubric(() -> answer -> Verdict.right(null));
        }
    }

    public static final class Yes extends Named {
        public Yes() {
            super("x-yes");
        }
    }

    public static final class AlsoYes extends Named {
        public AlsoYes() {
            super("x-yes");
        }
    }

    public static final class Hiding extends Named {
        public Hiding() {
            super("numeric");
        }
    }

    public static final class Throwing extends Named {
        public Throwing() {
            super("x-throwing");
            throw new IllegalStateException("no licence");
        }
    }

    public static final class Unready extends Named {
        public Unready() {
            super("x-unready");
        }

        @Override
        public void warmUp() {
            throw new UnsatisfiedLinkError("no such library");
        }

        @Override
        public Rubric prepare(ScorerUse use) {
            throw new NoClassDefFoundError("gone");
        }
    }

    @Test
    void findsTheScorersThatJarsNameBesideTheStandardOnes() throws IOException {
        Scorers scorers = ScorerPlugins.in(jar(Yes.class));

        assertThat(scorers.names())
                .containsAll(ScorerNames.ALL)
                .contains("x-yes")
                .hasSize(ScorerNames.ALL.size() + 1);
        scorers.warmUp();
        assertThat(scorers.complaint(Judged.use("x-yes", List.of("a"), Map.of())))
                .isEmpty();
        assertThat(scorers.complaint(Judged.use("x-yes", List.of(), Map.of())))
                .contains("targets: none (expected: at least one)");
        assertThat(scorers.complaint(Judged.use("x-other", List.of(), Map.of())))
                .isEmpty();
    }

    @Test
    void namesTheProviderThatCannotBeUsed() throws IOException {
        assertThatThrownBy(() -> ScorerPlugins.in(jar(Hiding.class)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scorer 'numeric' of " + Hiding.class.getName())
                .hasMessageContaining("expected: a name of x-");
        assertThatThrownBy(() -> ScorerPlugins.in(jar(Yes.class, AlsoYes.class)))
                .hasMessageContaining(
                        "scorer 'x-yes' of " + AlsoYes.class.getName() + " is called as " + Yes.class.getName());
        assertThatThrownBy(() -> ScorerPlugins.in(jar(Throwing.class)))
                .hasMessageContaining(Throwing.class.getName())
                .hasMessageContaining("no licence");
        assertThatThrownBy(() -> ScorerPlugins.in(jar(ScorerPluginsTest.class)))
                .hasMessageContaining(ScorerPluginsTest.class.getName());
    }

    @Test
    void refusesADirectoryWithoutScorers() throws IOException {
        Path none = dir.resolve("none");
        Path empty = Files.createDirectory(dir.resolve("empty"));

        assertThatThrownBy(() -> ScorerPlugins.in(none)).hasMessage(none + ": no such directory");
        assertThatThrownBy(() -> ScorerPlugins.in(empty)).hasMessageStartingWith(empty + ": no jars in it");
        assertThatThrownBy(() -> ScorerPlugins.in(jar())).hasMessageContaining("no scorer in its jars");
    }

    @Test
    void whatCannotBeMadeReadyIsNamedAndWhatBreaksLaterOnlyLeavesItsAnswersUnscored() throws IOException {
        Scorers scorers = ScorerPlugins.in(jar(Unready.class));

        assertThatThrownBy(scorers::warmUp)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("scorer 'x-unready' of " + Unready.class.getName() + " is not ready")
                .hasMessageContaining("no such library");
        assertThat(scorers.complaint(Judged.use("x-unready", List.of("a"), Map.of()))
                        .orElseThrow())
                .contains("gone");
    }

    private Path jar(Class<?>... providers) throws IOException {
        Path plugins = Files.createTempDirectory(dir, "plugins");
        StringBuilder names = new StringBuilder();
        for (Class<?> provider : providers) {
            names.append(provider.getName()).append('\n');
        }
        try (OutputStream out = Files.newOutputStream(plugins.resolve("p.jar"));
                JarOutputStream jar = new JarOutputStream(out)) {
            jar.putNextEntry(new JarEntry("META-INF/services/" + AnswerScorer.class.getName()));
            jar.write(names.toString().getBytes(StandardCharsets.UTF_8));
        }
        return plugins;
    }
}
