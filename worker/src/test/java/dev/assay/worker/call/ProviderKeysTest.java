package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderKeysTest {
    @TempDir
    Path directory;

    @Test
    void keysComeFromVariablesAndFilesAndAreNotPrinted() throws Exception {
        Path file = Files.writeString(directory.resolve("key"), " file-key-1\n");

        ProviderKeys keys = ProviderKeys.read(
                List.of(provider("a", "KEY", null), provider("b", null, file), provider("c", null, null)),
                name -> name.equals("KEY") ? "variable-key-1" : null);

        assertThat(keys.of("a")).contains("variable-key-1");
        assertThat(keys.of("b")).contains("file-key-1");
        assertThat(keys.of("c")).isEmpty();
        assertThat(keys.toString()).doesNotContain("key-1");
        assertThat(keys.redactor().clean("got file-key-1 and variable-key-1")).doesNotContain("key-1");
    }

    @Test
    void aMissingKeyIsNamed() {
        assertThatThrownBy(() -> ProviderKeys.read(List.of(provider("a", "KEY", null)), name -> null))
                .hasMessage("key of provider a: variable KEY is not set or empty");
        assertThatThrownBy(() -> ProviderKeys.read(List.of(provider("a", "KEY", null)), name -> "two words"))
                .hasMessageContaining("no HTTP header takes")
                .hasMessageNotContaining("words");
        assertThatThrownBy(() ->
                        ProviderKeys.read(List.of(provider("a", null, directory.resolve("nothing"))), name -> null))
                .hasMessageContaining("cannot be read");
    }

    private static ProviderSettings provider(String name, @Nullable String variable, @Nullable Path file) {
        return new ProviderSettings(name, "http://localhost/v1", variable, file, null, null, null, null, null, null);
    }
}
