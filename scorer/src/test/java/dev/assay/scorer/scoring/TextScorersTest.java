package dev.assay.scorer.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextScorersTest {
    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', textBlock = """
        "exact",      "",                 "Paris",            "Paris",                 "right"
        "exact",      "",                 "Paris",            "paris",                 "wrong"
        "exact",      "",                 "Paris",            "Paris ",                "wrong"
        "exact",      "strip=true",       "Paris",            " Paris ",               "right"
        "exact",      "strip=yes",        "Paris",            "Paris",                 "bad_expectation"
        "exact",      "trim=true",        "Paris",            "Paris",                 "bad_expectation"
        "normalized", "",                 "The Eiffel Tower", "eiffel tower.",         "right"
        "normalized", "",                 "Straße",           "STRASSE",               "right"
        "normalized", "",                 "cafe latte",       "ｃａｆｅ　ｌａｔｔｅ",   "right"
        "normalized", "",                 "don't",            "dont",                  "right"
        "normalized", "",                 "3.5",              "35",                    "wrong"
        "normalized", "",                 "-5",               "5",                     "wrong"
        "normalized", "",                 "−5",               "-5",                    "right"
        "normalized", "",                 "covid-19",         "COVID 19",              "wrong"
        "normalized", "",                 "covid-19",         "Covid19",               "right"
        "normalized", "",                 "A",                "The",                   "wrong"
        "normalized", "",                 "A",                "a.",                    "right"
        "normalized", "articles=keep",    "the cat",          "cat",                   "wrong"
        "normalized", "case=keep",        "Cat",              "cat",                   "wrong"
        "normalized", "punctuation=keep", "cat.",             "cat",                   "wrong"
        "normalized", "case=none",        "cat",              "cat",                   "bad_expectation"
        "contains",   "",                 "Paris",            "It is Paris, France",   "right"
        "contains",   "",                 "paris",            "It is Paris, France",   "wrong"
        "contains",   "case=fold",        "paris",            "It is PARIS, France",   "right"
        "contains",   "words=true",       "cat",              "concatenate",           "wrong"
        "contains",   "words=true",       "cat",              "concatenate the cat",   "right"
        "contains",   "",                 "",                 "anything",              "bad_expectation"
        "regex",      "",                 "(?i)yes|yep",      "Oh YES!",               "right"
        "regex",      "",                 "^yes$",            "yes, sir",              "wrong"
        "regex",      "match=full",       "[a-z]+",           "yes",                   "right"
        "regex",      "match=full",       "[a-z]+",           "yes!",                  "wrong"
        "regex",      "",                 "(",                "(",                     "bad_expectation"
        "regex",      "",                 "(?=a)b",           "b",                     "bad_expectation"
        "none",       "",                 "",                 "anything",              "no_expectation"
        """)
    void judges(String scorer, String options, String target, String answer, String expected) {
        assertThat(Judged.inShort(Judged.by(scorer, List.of(target), Judged.options(options), answer)))
                .isEqualTo(expected);
    }

    @Test
    void tellsWhereAnAnswerDiffers() {
        Verdict verdict = Judged.by("exact", List.of("Paris"), Judged.options(""), "Pariz");
        assertThat(((Verdict.Scored) verdict).explanation())
                .isEqualTo("differs from character 5 on: 'z' where 's' is expected");
    }

    @Test
    void matchesACatastrophicPatternInLinearTime() {
        String answer = "a".repeat(50_000) + "!";
        assertThat(Judged.inShort(Judged.by("regex", List.of("(a+)+$"), Judged.options(""), answer)))
                .isEqualTo("wrong");
        assertThat(Judged.inShort(Judged.by("regex", List.of("(a|a)*b"), Judged.options(""), answer)))
                .isEqualTo("wrong");
    }

    @Test
    void saysWhenAnAnswerIsTooLongForItsPattern() {
        String answer = "x".repeat(1_000_000);
        assertThat(Judged.inShort(Judged.by("regex", List.of("(y{1000}|z){5}"), Judged.options(""), answer)))
                .isEqualTo("too_much_work");
    }
}
