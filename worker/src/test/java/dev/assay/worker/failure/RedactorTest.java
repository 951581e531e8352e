package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    private final Redactor redactor = new Redactor(List.of("my-own-provider-key"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sk-proj-abcDEF1234567890",
                "Authorization: Bearer abc.def-ghi_jkl",
                "jane.doe+test@mail.example.org",
                "my-own-provider-key",
                "org-AbCdEf123456",
                "4111 1111 1111 1111",
                "+49 (170) 123 4567",
                "{\"api_key\": \"hunter2hunter2\"}",
                "AIzaSyA1234567890abcdefghijklmnop"
            })
    void secretsAndPersonalDataAreMasked(String secret) {
        String clean = redactor.clean("before " + secret + " after");

        assertThat(clean).startsWith("before").endsWith("after").contains("[redacted");
        for (String part :
                List.of("abcDEF123", "abc.def", "jane", "own-provider", "AbCdEf", "4111", "170", "hunter2", "SyA123")) {
            assertThat(clean).doesNotContain(part);
        }
    }

    @Test
    void numbersThatSayWhatWentWrongStay() {
        String text = "Limit 30000, Requested 61337. Please try again in 26.604s. max 128000 tokens, 2024-08-06";

        assertThat(redactor.clean(text)).isEqualTo(text);
    }

    @Test
    void theLengthIsBoundedAndNoCharacterTornApart() {
        String clean = redactor.clean("x" + "😀".repeat(5_000));

        assertThat(clean.length()).isLessThanOrEqualTo(Redactor.MAX_LENGTH);
        assertThat(clean).endsWith("😀...");
    }

    @Test
    void controlCharactersDoNotReachATerminal() {
        assertThat(redactor.clean("a\u001b[31mred\u0000b")).isEqualTo("a [31mred b");
    }

    @Test
    void idsThatErrorsNameAreMasked() {
        String clean = redactor.clean("org-XXXX<ak-XXXX> proj_Abc123 project-9x8y7z org_01kes94v04 AKIAIOSFODNN7EXAMPLE"
                + " 0123456789abcdef0123456789abcdef eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln");

        assertThat(clean.replaceAll("\\[redacted [a-z]+\\]", "_")).isEqualTo("_<_> _ _ _ _ _ _");
        assertThat(redactor.clean("an org-wide limit of project-level quota"))
                .isEqualTo("an org-wide limit of project-level quota");
    }

    @Test
    void whatATextRepeatsOfThePromptIsMasked() {
        Prompt prompt = Prompt.of("""
            {"model":"a-model-with-quite-a-long-name-2026-01-01","messages":[{"role":"user",
            "content":[{"type":"text","text":"Tell me, in \\"plain\\" words,\\nwhy the sky is blue"}]}]}
            """);

        assertThat(redactor.clean("Bad: tell me in plain words why the sky is blue!", prompt))
                .isEqualTo("Bad: [prompt]!");
        assertThat(redactor.clean("{\"e\":\"Tell me, in \\\\\"plain\\\\\" words,\\\\nwhy the sky is blue\"}", prompt))
                .isEqualTo("{\"e\":\"[prompt]\"}");
        assertThat(redactor.clean("why the sky", prompt)).isEqualTo("why the sky");
        assertThat(redactor.clean("no model a-model-with-quite-a-long-name-2026-01-01", prompt))
                .isEqualTo("no model a-model-with-quite-a-long-name-2026-01-01");
    }

    @Test
    void aHugePromptIsComparedInBoundedTime() {
        String request = "{\"prompt\":\"" + "ab".repeat(5_000_000) + "\"}";

        long start = System.nanoTime();
        String clean = redactor.clean("ab".repeat(8_000), Prompt.of(request));

        assertThat(clean).isEqualTo("[prompt]");
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    }
}
