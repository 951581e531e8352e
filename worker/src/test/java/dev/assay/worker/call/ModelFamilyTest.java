package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelFamilyTest {
    @ParameterizedTest
    @CsvSource({
        "gpt-4o, gpt-4o-2024-08-06, true",
        "gpt-4o, gpt-4o-mini, false",
        "gpt-4o-2024-05-13, gpt-4o-2024-08-06, true",
        "gpt-3.5-turbo, gpt-3.5-turbo-0125, true",
        "claude-3-5-sonnet-latest, claude-3-5-sonnet-20241022, true",
        "gemini-1.5-pro, gemini-1.5-pro-002, true",
        "openai/gpt-4.1, gpt-4.1-2025-04-14, true",
        "Simulator-Small, simulator-small, true",
        "simulator-small, simulator-large, false",
        "llama3-70b-8192, llama3-70b, true",
        "gpt-4, gpt-4o, false"
    })
    void aDatedVersionIsOfItsAliasesFamily(String asked, String answered, boolean isSame) {
        assertThat(ModelFamily.isSame(asked, answered)).isEqualTo(isSame);
    }
}
