package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestBodyTest {
    @Test
    void onlyTheBytesOfTheModelChange() {
        String before = "{ \"temperature\":1.00e0,\n"
                + "\t\"messages\" : [{\"role\":\"user\",\"content\":\"model \\u0041 \\/ 日本\"}],\"model\"  :  ";
        String after = " ,\"x_vendor\":{\"model\":\"inner\",\"big\":123456789012345678901234567890}, \"seed\" : -0 }\n";

        assertThat(spliced(before + "\"old\"" + after, "gpt-4o")).isEqualTo(before + "\"gpt-4o\"" + after);
    }

    @Test
    void aBodyWithoutAModelGetsOne() {
        assertThat(spliced(" {\"messages\":[]}", "m")).isEqualTo(" {\"model\":\"m\",\"messages\":[]}");
        assertThat(spliced("{ }", "m")).isEqualTo("{\"model\":\"m\" }");
    }

    @Test
    void aModelOfAnyTypeIsReplacedAndOneNamedTwiceTwice() {
        assertThat(spliced("{\"model\":null,\"a\":1}", "m")).isEqualTo("{\"model\":\"m\",\"a\":1}");
        assertThat(spliced("{\"model\":12}", "m")).isEqualTo("{\"model\":\"m\"}");
        assertThat(spliced("{\"model\":{\"model\":[1,{}]},\"a\":1}", "m")).isEqualTo("{\"model\":\"m\",\"a\":1}");
        assertThat(spliced("{\"mod\\u0065l\":\"old\"}", "m")).isEqualTo("{\"mod\\u0065l\":\"m\"}");
        assertThat(spliced("{\"model\":\"a\",\"model\":true }", "m")).isEqualTo("{\"model\":\"m\",\"model\":\"m\" }");
    }

    @Test
    void theModelsNameIsEscaped() {
        assertThat(spliced("{\"model\":\"a\"}", "we\"ird\\name")).isEqualTo("{\"model\":\"we\\\"ird\\\\name\"}");
    }

    @Test
    void whatIsNoSingleObjectIsRefused() {
        assertRefused("[]", "not a JSON object");
        assertRefused("", "not a JSON object");
        assertRefused("{\"a\":", "not JSON");
        assertRefused("{} {}", "goes on");
    }

    @Test
    void aStreamWithoutOptionsIsAskedForItsUsage() {
        String usage = "\"stream_options\":{\"include_usage\":true}";

        assertThat(spliced("{ \"model\":\"a\",\"stream\" : true }", "m"))
                .isEqualTo("{" + usage + ", \"model\":\"m\",\"stream\" : true }");
        assertThat(spliced("{\"stream\":true}", "m")).isEqualTo("{\"model\":\"m\"," + usage + ",\"stream\":true}");
        assertThat(RequestBody.of("{\"stream\":true}", "m", true).isStream()).isTrue();
    }

    @Test
    void optionsOfItsOwnAreLeftAlone() {
        for (String options : new String[] {"null", "{}", "{\"include_usage\":false}"}) {
            String body = "{\"model\":\"m\",\"stream\":true,\"stream_options\":" + options + "}";
            assertThat(spliced(body, "m")).isEqualTo(body);
        }
        String unasked = "{\"model\":\"m\",\"stream\":true}";
        assertThat(new String(RequestBody.of(unasked, "m", false).bytes(), StandardCharsets.UTF_8))
                .isEqualTo(unasked);
    }

    @Test
    void whatAsksForNoStreamIsNone() {
        for (String body :
                new String[] {"{}", "{\"stream\":false}", "{\"stream\":null}", "{\"a\":{\"stream\":true}}"}) {
            assertThat(RequestBody.of(body, "m", true).isStream()).as(body).isFalse();
            assertThat(spliced(body, "m")).doesNotContain("stream_options");
        }
    }

    @Test
    void whateverStandsRoundTheModelIsKeptByteForByte() {
        Random random = new Random(11);
        for (int round = 0; round < 2_000; round++) {
            StringBuilder before = new StringBuilder(blank(random)).append('{').append(blank(random));
            for (int i = random.nextInt(4); i > 0; i--) {
                before.append(member(random)).append(',').append(blank(random));
            }
            before.append("\"model\"").append(blank(random)).append(':').append(blank(random));
            StringBuilder after = new StringBuilder(blank(random));
            for (int i = random.nextInt(4); i > 0; i--) {
                after.append(',').append(blank(random)).append(member(random));
            }
            after.append('}').append(blank(random));

            assertThat(spliced(before + value(random, 2) + after, "new")).isEqualTo(before + "\"new\"" + after);
        }
    }

    private static String member(Random random) {
        return "\"k" + random.nextInt(99) + "\"" + blank(random) + ":" + blank(random) + value(random, 2)
                + blank(random);
    }

    private static String value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> "null";
            case 1 -> "-12.50e+3";
            case 2 -> "\"model\\\" : é😀\"";
            case 3 -> "true";
            case 4 -> "0";
            case 5 -> "\"\"";
            case 6 -> "[" + blank(random) + value(random, depth - 1) + "," + value(random, depth - 1) + "]";
            default -> "{\"model\":" + value(random, depth - 1) + blank(random) + "}";
        };
    }

    private static String blank(Random random) {
        return " \n\t\r".substring(0, random.nextInt(5));
    }

    private static String spliced(String body, String model) {
        return new String(RequestBody.of(body, model, true).bytes(), StandardCharsets.UTF_8);
    }

    private static void assertRefused(String body, String why) {
        assertThatThrownBy(() -> RequestBody.of(body, "m", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
