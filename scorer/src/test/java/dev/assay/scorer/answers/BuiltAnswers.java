package dev.assay.scorer.answers;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the answers of {@code built.jsonl}: ways to write a value, put into sentences. Which are right is known from how
 * they are built: a form of the target is, a near miss is not, whatever the sentence says round it.
 */
final class BuiltAnswers {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int SENTENCES_A_FORM = 4;
    private static final int SENTENCES_A_MISS = 3;

    /** A target, ways to write it, and values that are not it. */
    private record Value(String target, List<String> forms, List<String> misses) {}

    private static final List<Value> NUMBERS = List.of(
            new Value(
                    "48",
                    List.of("48", "48.0", "**48**", "$48", "48 kg", "\\(48\\)"),
                    List.of("47", "84", "480", "-48")),
            new Value("7", List.of("7", "+7", "7 litres", "€7.00", "７"), List.of("8", "70", "0.7", "−7")),
            new Value(
                    "1250",
                    List.of("1,250", "1250", "$1,250.00", "1.250,00 €", "1\u202F250", "1{,}250", "1.25 × 10^3"),
                    List.of("1,205", "12,500", "125", "1,251", "−1,250")),
            new Value(
                    "1306275",
                    List.of("1,306,275", "1.306.275", "1'306'275", "1\u00A0306\u00A0275", "13,06,275"),
                    List.of("1,306,257", "130,627", "1,306,276", "13,062,750")),
            new Value(
                    "-36",
                    List.of("-36", "−36", "–36", "-36.0", "-$36", "negative 36", "\\(-36\\)"),
                    List.of("36", "-63", "−360", "-3.6")),
            new Value(
                    "2.75",
                    List.of("2.75", "2 3/4", "2¾", "11/4", "\\frac{11}{4}", "2\\frac{3}{4}", "$2.750"),
                    List.of("2.57", "27.5", "3/4", "-2.75", "2 1/4", "4/11")),
            new Value(
                    "3/8",
                    List.of("3/8", "\\frac{3}{8}", "\\dfrac38", "0.375", "37.5%", "⅜", "6/16"),
                    List.of("8/3", "\\frac{8}{3}", "3.75", "-3/8", "1/8")),
            new Value(
                    "-1/3",
                    List.of("-1/3", "−1/3", "-\\frac{1}{3}", "\\frac{-1}{3}", "−⅓", "-2/6"),
                    List.of("1/3", "-3", "-0.33", "−1/4")),
            new Value(
                    "65%",
                    List.of("65%", "65 %", "65\\%", "65 percent", "0.65", "65"),
                    List.of("56%", "6.5%", "0.65%", "-65%")),
            new Value(
                    "0.08",
                    List.of("0.08", ".08", "8%", "2/25", "8e-2", "8 × 10^{-2}"),
                    List.of("0.8", "80%", "0.008", "8e-3")),
            new Value(
                    "4200000",
                    List.of("4.2 million", "4,200,000", "$4.2M", "4.2e6", "4.2 × 10⁶", "4200 thousand"),
                    List.of("4.2 billion", "42,000,000", "4.2 thousand", "2.4 million")),
            new Value(
                    "6.5e-7",
                    List.of("6.5e-7", "6.5E-07", "6.5 × 10^-7", "6.5 \\times 10^{-7}", "0.00000065", "65e-8"),
                    List.of("6.5e7", "6.5e-6", "5.6 × 10^-7", "-6.5e-7")),
            new Value(
                    "100000",
                    List.of("100,000", "10^5", "10^{5}", "10⁵", "100k", "1,00,000"),
                    List.of("10^4", "10,000", "10^{-5}", "1,000,000")),
            new Value("0", List.of("0", "0.0", "$0.00", "0%", "0/5"), List.of("1", "10", "0.01", "-1")));

    private static final List<String> NUMBER_SENTENCES = List.of(
            "{}",
            "The answer is {}.",
            "So it comes to {}.",
            "First 3 + 9 = 12, then the rest, and that gives {}",
            "The answer is {}, found in 5 steps.",
            "I thought of 11. No wait, it is {}.",
            "It is {}, not 11.",
            "\\boxed{{}}",
            "Answer: {}\nConfidence: 85%",
            "Let x be what is asked.\n\nx = {}",
            "In the table of 1998 it says {}",
            "The answer is 11. Actually, I took 2 for 3; it is {}.",
            "We get $\\boxed{{}}$ after 4 of 6 steps.",
            "**Final answer:** {}",
            "Rather {} than nothing!",
            "Day 1: 12\nDay 2: 15\nResult: {}\n");

    private static final List<String> CHOICE_SENTENCES = List.of(
            "{}",
            "({})",
            "{}.",
            "**{}**",
            "The answer is {}.",
            "The correct answer is ({}), as the text says.",
            "Answer: {}",
            "\\boxed{{}}",
            "Each of the others is too large. I choose {}.",
            "Let us think about it first.\n\n{}",
            "{}) the second one from the left",
            "Option {} is correct because the rest do not fit.",
            "I wanted to say the answer is F, but the answer is {}.",
            "Final answer: **({})**");

    private static final List<Value> TEXTS = List.of(
            new Value(
                    "The Old Mill",
                    List.of("the old mill", "Old Mill", "THE OLD MILL.", "\"The old mill\"", "  the  old\nmill "),
                    List.of("the new mill", "old mill road", "mill old")),
            new Value(
                    "twenty-one",
                    List.of("Twenty-one", "twentyone", "TWENTY-ONE!", "`twenty-one`"),
                    List.of("twenty", "twenty-two")),
            new Value("Zürich", List.of("zürich", "ZÜRICH", "Zu\u0308rich", "Zürich."), List.of("Zurich", "Zürichsee")),
            new Value(
                    "4.5 km", List.of("4.5 km", "4.5 KM.", "(4.5 km)", "4.5  km"), List.of("45 km", "4.5", "-4.5 km")),
            new Value(
                    "a quiet night",
                    List.of("A quiet night", "the quiet night", "quiet night!", "¡Quiet night!"),
                    List.of("a quiet knight", "quiet nights", "night quiet")));

    private static final List<Value> OBJECTS = List.of(
            new Value(
                    "{\"city\":\"Oslo\",\"days\":[1,2,3]}",
                    List.of(
                            "{\"days\": [1, 2, 3], \"city\": \"Oslo\"}",
                            "{\"city\": \"Oslo\", \"days\": [1.0, 2e0, 3]}",
                            "{\"city\":\"\\u004fslo\",\"days\":[1,2,3]}"),
                    List.of(
                            "{\"city\": \"Oslo\", \"days\": [1, 3, 2]}",
                            "{\"city\": \"oslo\", \"days\": [1, 2, 3]}",
                            "{\"city\": \"Oslo\"}",
                            "{\"city\": \"Oslo\", \"days\": [1, 2, 3], \"x\": 0}")),
            new Value(
                    "[{\"ok\":true,\"left\":null}]",
                    List.of("[{\"ok\": true, \"left\": null}]", "[ { \"left\":null, \"ok\":true } ]"),
                    List.of(
                            "[{\"ok\": false, \"left\": null}]",
                            "[{\"ok\": true}]",
                            "{\"ok\": true, \"left\": null}",
                            "[{\"ok\": true, \"left\": 0}]")));

    private static final List<String> JSON_WRAPPINGS = List.of(
            "{}",
            "\n {} \n",
            "```json\n{}\n```",
            "```\n{}\n```",
            "As asked for:\n\n```json\n{}\n```\n\nI hope this helps.");

    private final List<String> lines = new ArrayList<>();

    private BuiltAnswers() {}

    static List<String> lines() {
        BuiltAnswers built = new BuiltAnswers();
        built.add("numeric", NUMBERS, NUMBER_SENTENCES);
        built.addChoices();
        built.add("normalized", TEXTS, List.of("{}", "{} ", "\n{}"));
        built.add("json_equal", OBJECTS, JSON_WRAPPINGS);
        return built.lines;
    }

    /** Each form and each miss in some of the sentences, so that every sentence has its turn. */
    private void add(String scorer, List<Value> values, List<String> sentences) {
        int turn = 0;
        for (Value value : values) {
            for (String form : value.forms()) {
                for (int i = 0; i < Math.min(SENTENCES_A_FORM, sentences.size()); i++) {
                    add(scorer, value.target(), in(sentences.get(turn++ % sentences.size()), form), true);
                }
            }
            for (String miss : value.misses()) {
                for (int i = 0; i < Math.min(SENTENCES_A_MISS, sentences.size()); i++) {
                    add(scorer, value.target(), in(sentences.get(turn++ % sentences.size()), miss), false);
                }
            }
        }
    }

    private void addChoices() {
        String letters = "ABCDE";
        for (int i = 0; i < letters.length(); i++) {
            for (int j = 0; j < CHOICE_SENTENCES.size(); j++) {
                String target = letters.substring(i, i + 1);
                add("choice", target, in(CHOICE_SENTENCES.get(j), target), true);
                if (j % 2 == i % 2) {
                    char miss = letters.charAt((i + 1 + j % 4) % letters.length());
                    add("choice", target, in(CHOICE_SENTENCES.get(j), String.valueOf(miss)), false);
                }
            }
        }
    }

    private static String in(String sentence, String value) {
        return sentence.replace("{}", value);
    }

    private void add(String scorer, String target, String output, boolean right) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("id", "built-%04d".formatted(lines.size() + 1)).put("output", output);
        ObjectNode expectation = line.putObject("expectation").put("scorer", scorer);
        ArrayNode targets = expectation.putArray("targets");
        targets.add(target);
        line.putObject("expect").put("value", right ? 1 : 0).put("passed", right);
        lines.add(line.toString());
    }
}
