package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScorerNamesTest {
    @Test
    void theNamesAreAContract() {
        assertThat(ScorerNames.ALL)
                .containsExactly(
                        "exact",
                        "normalized",
                        "contains",
                        "regex",
                        "numeric",
                        "choice",
                        "json_equal",
                        "json_schema",
                        "none");
    }

    @Test
    void theRecordsDocumentationListsThem() {
        String doc = ScorerUse.getClassSchema().getField("scorer").doc();

        assertThat(ScorerNames.ALL).allSatisfy(name -> assertThat(doc).contains(name));
    }
}
