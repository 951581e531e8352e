package dev.assay.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TokenEstimatorTest {
    private final TokenEstimator estimator = new TokenEstimator();

    @Test
    void countsAsTheModelsOwnTokenizerDoes() {
        assertThat(estimator.countText("gpt-4", "hello world")).isEqualTo(2);
        assertThat(estimator.countText("gpt-4o", "hello world")).isEqualTo(2);
        // Published counts of a greeting on which the vocabularies differ.
        assertThat(estimator.countText("gpt-4", "お誕生日おめでとう")).isEqualTo(9);
        assertThat(estimator.countText("gpt-4o", "お誕生日おめでとう")).isEqualTo(8);
    }

    @Test
    void knowsModelsByTheirFamilyAndTakesTheLargerVocabularyForTheRest() {
        assertThat(Tokenizer.of("gpt-4-turbo-2024-04-09")).isEqualTo(Tokenizer.CL100K);
        assertThat(Tokenizer.of("openai/gpt-3.5-turbo")).isEqualTo(Tokenizer.CL100K);
        assertThat(Tokenizer.of("ft:gpt-3.5-turbo:acme")).isEqualTo(Tokenizer.CL100K);
        assertThat(Tokenizer.of("GPT-4o-mini")).isEqualTo(Tokenizer.O200K);
        assertThat(Tokenizer.of("gpt-4.1-nano")).isEqualTo(Tokenizer.O200K);
        assertThat(Tokenizer.of("gpt-5")).isEqualTo(Tokenizer.O200K);
        assertThat(Tokenizer.of("llama-3.3-70b")).isEqualTo(Tokenizer.O200K);
        assertThat(Tokenizer.of("")).isEqualTo(Tokenizer.O200K);
    }

    @Test
    void namesOfSpecialTokensAreText() {
        assertThat(estimator.countText("gpt-4o", "<|endoftext|>")).isGreaterThan(1);
    }

    @Test
    void countsWhatSurroundsAMessage() {
        // 3 before the reply, 3 a message, 1 for the role, 2 for the text.
        assertThat(request("""
            {"model": "gpt-4o", "messages": [{"role": "user", "content": "hello world"}]}\
            """)).isEqualTo(9);
        // 1 for having a name, 1 for the name.
        assertThat(request("""
            {"messages": [{"role": "user", "name": "bob", "content": "hello world"}]}\
            """)).isEqualTo(11);
    }

    @Test
    void countsTextPartsAndAFlatFigureForAnImage() {
        String parts = """
            {"messages": [{"role": "user", "content": [
              {"type": "text", "text": "hello world"},
              {"type": "image_url", "image_url": {"url": "data:image/png;base64,%s", "detail": "%s"}}]}]}\
            """;

        assertThat(request(parts.formatted("A".repeat(5_000), "low"))).isEqualTo(9 + 85);
        assertThat(request(parts.formatted("A".repeat(5_000), "auto"))).isEqualTo(9 + 765);
    }

    @Test
    void countsToolsAndToolCalls() {
        int plain = request("""
            {"messages": [{"role": "assistant", "content": null}]}\
            """);
        int called = request("""
            {"messages": [{"role": "assistant", "content": null, "tool_calls": [
              {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": "{\\"city\\":\\"Oslo\\"}"}}]}]}\
            """);
        int defined = request("""
            {"messages": [{"role": "assistant", "content": null}],
             "tools": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]}\
            """);

        assertThat(called).isBetween(plain + 6, plain + 12);
        assertThat(defined).isBetween(plain + 12, plain + 30);
    }

    @Test
    void whatIsNotARequestCountsNothingButTheReply() {
        assertThat(request("[]")).isEqualTo(3);
        assertThat(request("{\"messages\": 7}")).isEqualTo(3);
        assertThat(request("{\"messages\": [null, 1]}")).isEqualTo(9);
    }

    @Test
    void estimatesLongTextFromSamplesWithinAFewPercent() {
        Random random = new Random(5);
        String[] words = {
            "the", "evaluation", "of", "language", "models,", "über", "東京", "1,234.5", "\n\n", "x=y;", "😀"
        };
        StringBuilder text = new StringBuilder();
        while (text.length() < 10 * TokenEstimator.EXACT_CHARS) {
            text.append(words[random.nextInt(words.length)]).append(' ');
        }
        int exact = Tokenizer.O200K.count(text.toString());

        int estimate = estimator.countText("gpt-4o", text.toString());

        assertThat((double) estimate / exact).isCloseTo(1, within(0.03));
    }

    @Test
    void aTextAtTheBoundIsStillExact() {
        String text = "word ".repeat(TokenEstimator.EXACT_CHARS).substring(0, TokenEstimator.EXACT_CHARS);

        assertThat(estimator.countText("gpt-4o", text)).isEqualTo(Tokenizer.O200K.count(text));
    }

    @Test
    @Timeout(60)
    void hugeRepetitiveTextCostsNoMoreThanABoundedOne() {
        estimator.countText("gpt-4o", "warm");
        long start = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            estimator.countText("gpt-4o", "a".repeat(5_000_000));
        }
        Duration each = Duration.ofNanos((System.nanoTime() - start) / 10);

        // Counted whole, 5 MB take seconds; the bound leaves room for a slow machine.
        assertThat(each).isLessThan(Duration.ofMillis(700));
        assertThat(estimator.countText("gpt-4o", "a".repeat(100_000))).isBetween(12_000, 13_000);
    }

    @Test
    void neverSplitsACharacterInASample() {
        String pairs = "😀".repeat(TokenEstimator.EXACT_CHARS);

        assertThat(estimator.countText("gpt-4o", "x" + pairs)).isCloseTo(Tokenizer.O200K.count(pairs), within(50));
    }

    private int request(String json) {
        try {
            return estimator.countRequest(new JsonMapper().readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
