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
}
