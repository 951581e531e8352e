package dev.assay.worker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromptPreviewTest {
    @Test
    void theLastUserMessageIsShown() {
        assertThat(PromptPreview.of("{\"messages\":[{\"role\":\"user\",\"content\":\"first\"},"
                        + "{\"role\":\"user\",\"content\":\"last\"},{\"role\":\"assistant\",\"content\":\"no\"}]}"))
                .isEqualTo("last");
    }

    @Test
    void partsAreJoinedAndWhatIsNoTextIsNamed() {
        assertThat(PromptPreview.of(
                        "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"see \"},"
                                + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"x\"}}]}]}"))
                .isEqualTo("see [image_url]");
    }

    @Test
    void aLongOneIsCutBetweenCharacters() {
        String preview =
                PromptPreview.of("{\"messages\":[{\"role\":\"user\",\"content\":\"x" + "😀".repeat(1_000) + "\"}]}");

        assertThat(preview).hasSizeLessThanOrEqualTo(400).endsWith("😀…");
    }

    @Test
    void withoutAUserMessageThereIsNone() {
        assertThat(PromptPreview.of("no json")).isNull();
        assertThat(PromptPreview.of("{}")).isNull();
        assertThat(PromptPreview.of("{\"messages\":\"x\"}")).isNull();
        assertThat(PromptPreview.of("{\"messages\":[{\"role\":\"system\",\"content\":\"x\"}]}"))
                .isNull();
    }
}
