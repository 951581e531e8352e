package dev.assay.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordCountsTest {
    /** What a text may be made of where words meet: white space of every kind, signs, digits, letters, contractions. */
    private static final String[] PIECES = {
        " ",
        "  ",
        "   ",
        "\n",
        "\r\n",
        "\n\n ",
        "\t",
        "\u00a0",
        "\u2003",
        "\u0085",
        "a",
        "Word",
        "WORDS",
        "don't",
        "I'LL",
        "'s",
        "12",
        "1234567",
        ",",
        ".",
        "...",
        "!?",
        "/",
        "//\n",
        "(",
        "\"",
        "x=y;",
        "ß",
        "é",
        "é",
        "東京",
        "ко",
        "😀",
        "\u200d",
        "\u0000",
        "\u007f",
        "<|endoftext|>",
        "supercalifragilisticexpialidocious",
        "_",
        "-",
        "ǅ",
        "ʰ",
        "٣",
        "½"
    };

    @ParameterizedTest
    @EnumSource(Tokenizer.class)
    void theSumOverWordsIsTheCountOfTheWhole(Tokenizer tokenizer) {
        WordCounts counts = new WordCounts(tokenizer::count);
        Random random = new Random(11);
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int pieces = 1 + random.nextInt(12); pieces > 0; pieces--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }

            assertThat(counts.count(text.toString())).as("'%s'", text).isEqualTo(tokenizer.count(text.toString()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a", " a", "a ", "a  b", "\n a", "one two  three\n four 5 6"})
    void nothingIsLostAtTheEdges(String text) {
        WordCounts characters = new WordCounts(String::length);

        assertThat(characters.count(text)).isEqualTo(text.length());
        assertThat(characters.count(text)).as("remembered").isEqualTo(text.length());
    }

    @Test
    void aWordIsCountedOnceWhileNothingTakesItsSlot() {
        AtomicInteger asked = new AtomicInteger();
        WordCounts counts = new WordCounts(word -> {
            asked.incrementAndGet();
            return word.length();
        });

        assertThat(counts.count("the mill the mill the mill")).isEqualTo(26);
        assertThat(asked).as("'the', ' mill', ' the'").hasValue(3);
        for (int i = 0; i < 100_000; i++) {
            String number = "w" + i;
            assertThat(counts.count(number)).isEqualTo(number.length());
        }
        assertThat(counts.count("a-word-of-more-than-four-and-twenty-letters")).isEqualTo(43);
    }
}
