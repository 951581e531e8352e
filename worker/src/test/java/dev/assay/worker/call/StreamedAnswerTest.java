package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StreamedAnswerTest {
    private static final String DONE = "data: [DONE]\n\n";
    private static final String STOP = chunk("{}", "\"stop\"");

    @Test
    void piecesAreJoined() {
        JsonNode whole = fold(chunk("{\"role\":\"assistant\",\"content\":\"\"}", null)
                        + text("4")
                        + text("2")
                        + STOP
                        + DONE)
                .completion();

        assertThat(whole.at("/object").asText()).isEqualTo("chat.completion");
        assertThat(whole.at("/id").asText()).isEqualTo("c-1");
        assertThat(whole.at("/model").asText()).isEqualTo("m-1");
        assertThat(whole.at("/choices/0/message").toString()).isEqualTo("{\"role\":\"assistant\",\"content\":\"42\"}");
        assertThat(whole.at("/choices/0/finish_reason").asText()).isEqualTo("stop");
    }

    @Test
    void trap7AFinishReasonWithoutDoneIsTheEnd() {
        assertThat(fold(text("42") + STOP).isFinished()).isTrue();
    }

    @Test
    void trap7DoneWithoutAFinishReasonIsNone() {
        StreamedAnswer answer = fold(text("42") + DONE);

        assertThat(answer.isDone()).isTrue();
        assertThat(answer.isFinished()).isFalse();
        assertThat(answer.written()).isEqualTo("42");
    }

    @Test
    void onlyContentIsContent() {
        for (String none : new String[] {
            ": heartbeat\n\n",
            "\n\n",
            "data:\n\n",
            "event: ping\ndata: {\"type\":\"ping\"}\n\n",
            chunk("{\"role\":\"assistant\"}", null),
            chunk("{\"role\":\"assistant\",\"content\":\"\"}", null),
            chunk("{\"content\":null}", null),
            chunk("{}", null),
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":1}}\n\n"
        }) {
            assertThat(feed(none)).as(none).isFalse();
        }
        for (String content : new String[] {
            text("x"),
            text(" "),
            chunk("{\"content\":null,\"reasoning_content\":\"hm\"}", null),
            chunk("{\"refusal\":\"no\"}", null),
            chunk(
                    "{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}]}",
                    null),
            STOP
        }) {
            assertThat(feed(content)).as(content).isTrue();
        }
    }

    @Test
    void reasoningIsKeptApart() {
        StreamedAnswer answer = fold(chunk("{\"reasoning_content\":\"let \"}", null)
                + chunk("{\"reasoning_content\":\"me\"}", null)
                + text("42")
                + STOP);

        assertThat(answer.completion().at("/choices/0/message/content").asText())
                .isEqualTo("42");
        assertThat(answer.completion()
                        .at("/choices/0/message/reasoning_content")
                        .asText())
                .isEqualTo("let me");
        assertThat(answer.reasoning()).isEqualTo("let me");
        assertThat(answer.written()).isEqualTo("let me42");
    }

    @Test
    void toolCallsAreAssembled() {
        JsonNode message = fold(call(
                                "{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}")
                        + call("{\"index\":0,\"function\":{\"arguments\":\"{\\\"x\\\":\"}}")
                        + call(
                                "{\"index\":1,\"id\":\"b\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}")
                        + call("{\"index\":0,\"function\":{\"arguments\":\"1}\"}}")
                        + chunk("{}", "\"tool_calls\""))
                .completion()
                .at("/choices/0/message");

        assertThat(message.path("content").isNull()).isTrue();
        assertThat(message.at("/tool_calls/0/function/arguments").asText()).isEqualTo("{\"x\":1}");
        assertThat(message.at("/tool_calls/0/id").asText()).isEqualTo("a");
        assertThat(message.at("/tool_calls/1/function/name").asText()).isEqualTo("g");
    }

    @Test
    void usageMayStandInAnyChunkAndTheLastHolds() {
        String first = "data:"
            + " {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":1}}\n\n";
        String last = "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2}}\n\n";
        String none = "data: {\"choices\":[],\"usage\":null}\n\n";

        assertThat(completionTokens(first + STOP)).isEqualTo(1);
        assertThat(completionTokens(first + STOP + none + last + DONE)).isEqualTo(2);
        assertThat(completionTokens(last + first.replace("\"completion_tokens\":1", "\"completion_tokens\":7") + STOP))
                .isEqualTo(7);
        assertThat(completionTokens(
                        "data: {\"choices\":[],\"x_groq\":{\"usage\":{\"completion_tokens\":3}}}\n\n" + STOP))
                .isEqualTo(3);
        assertThat(fold(text("a") + none + STOP).completion().has("usage")).isFalse();
    }

    @Test
    void aNullErrorIsNone() {
        String chunk = "data:"
            + " {\"error\":null,\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}\n\n";

        assertThat(fold(chunk + STOP).error()).isEmpty();
        assertThat(fold(chunk + STOP).isFinished()).isTrue();
    }

    @Test
    void errorsAreFoundInEveryForm() {
        for (String error : new String[] {
            "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n",
            "data: {\"error\":{\"message\":\"x\",\"code\":502}}\n\n",
            "data: {\"error\":\"x\"}\n\n",
            "data:"
                + " {\"id\":\"c\",\"error\":{\"code\":429},\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\"}]}\n\n",
            "data: {\"choices\":[{\"index\":0,\"error\":{\"code\":1}}]}\n\n",
            "data: {\"object\":\"error\",\"message\":\"x\"}\n\n",
            "event: error\ndata: no json\n\n",
            "{\"error\":{\"message\":\"x\"}}\n"
        }) {
            StreamedAnswer answer = fold(text("a") + error + STOP);
            assertThat(answer.error()).as(error).isPresent();
            assertThat(answer.isOver()).isTrue();
            assertThat(answer.isFinished()).isFalse();
        }
    }

    @Test
    void anErrorAfterTheEndTakesNothingBack() {
        assertThat(fold(text("a") + STOP + "data: {\"error\":{\"message\":\"x\"}}\n\n")
                        .isFinished())
                .isTrue();
    }

    @Test
    void anEventThatIsNoJsonSpoilsTheAnswerUnlessItWasCut() {
        assertThat(fold(text("a") + "data: {\"id\":\n\n" + STOP).garbled()).isPresent();
        assertThat(fold(text("a") + "data: {\"id\":\n\n" + STOP).isFinished()).isFalse();
        assertThat(fold(text("a") + "data: {\"id\":").garbled()).isEmpty();
        assertThat(fold(text("a") + "data: \"text\"\n\n").garbled()).isPresent();
    }

    @Test
    void theFirstChoiceDecidesAboutTheEnd() {
        String second =
                "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"},\"finish_reason\":\"stop\"}]}\n\n";

        assertThat(fold(text("a") + second).isFinished()).isFalse();
        StreamedAnswer answer = fold(second + text("a") + STOP);
        assertThat(answer.isFinished()).isTrue();
        assertThat(answer.completion().at("/choices/0/message/content").asText())
                .isEqualTo("a");
        assertThat(answer.completion().at("/choices/1/message/content").asText())
                .isEqualTo("b");
    }

    @Test
    void fieldsWithoutARuleAreKept() {
        String chunk =
                "data: {\"id\":\"\",\"model\":\"\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\",\"x\":[1]},"
                        + "\"logprobs\":{\"content\":[{\"token\":\"a\"}]}}],\"provider\":\"p\"}\n\n";
        JsonNode whole = fold(chunk + chunk + STOP).completion();

        assertThat(whole.at("/id").asText()).isEqualTo("c-1");
        assertThat(whole.at("/provider").asText()).isEqualTo("p");
        assertThat(whole.at("/choices/0/logprobs/content")).hasSize(2);
        assertThat(whole.at("/choices/0/message/x").toString()).isEqualTo("[1,1]");
    }

    @Test
    void theCutsOfTheNetworkChangeNothing() {
        String stream = "\uFEFF" + chunk("{\"role\":\"assistant\"}", null) + ": ping\r\n\r\n" + text("Größe 日本 😀")
                + chunk("{\"reasoning_content\":\"思\"}", null).replace("\n", "\r\n") + text("!") + STOP + DONE;
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        JsonNode whole = fold(stream).completion();
        assertThat(whole.at("/choices/0/message/content").asText()).isEqualTo("Größe 日本 😀!");
        Random random = new Random(7);
        for (int round = 0; round < 500; round++) {
            StreamedAnswer answer = new StreamedAnswer();
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(round < 2 ? 1 : 40));
                answer.feed(Arrays.copyOfRange(bytes, from, to), to - from);
                from = to;
            }
            answer.end();
            assertThat(answer.completion()).isEqualTo(whole);
        }
    }

    @Test
    void whereverItIsCutNothingIsThrownAndNoCharacterIsHalf() {
        byte[] bytes = (text("日本") + text("😀é") + STOP + DONE).getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < bytes.length; length++) {
            StreamedAnswer answer = new StreamedAnswer();
            answer.feed(bytes, length);
            answer.end();
            assertThat("日本😀é").startsWith(answer.written());
            assertThat(answer.garbled()).isEmpty();
        }
    }

    @Test
    void aStreamedBodyIsAssembledAndAnyOtherIsNot() {
        byte[] stream = (text("a") + STOP + DONE).getBytes(StandardCharsets.UTF_8);

        assertThat(StreamedAnswer.assemble(stream)
                        .orElseThrow()
                        .at("/choices/0/message/content")
                        .asText())
                .isEqualTo("a");
        for (String other : new String[] {"", "{\"data\":1}", "<html>", "data: [DONE]\n\n", ": ping\n\n"}) {
            assertThat(StreamedAnswer.assemble(other.getBytes(StandardCharsets.UTF_8)))
                    .as(other)
                    .isEmpty();
        }
    }

    private static long completionTokens(String stream) {
        return fold(stream).completion().at("/usage/completion_tokens").asLong();
    }

    private static boolean feed(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        return new StreamedAnswer().feed(bytes, bytes.length);
    }

    private static StreamedAnswer fold(String stream) {
        byte[] bytes = stream.getBytes(StandardCharsets.UTF_8);
        StreamedAnswer answer = new StreamedAnswer();
        answer.feed(bytes, bytes.length);
        answer.end();
        return answer;
    }

    private static String call(String call) {
        return chunk("{\"tool_calls\":[" + call + "]}", null);
    }

    private static String text(String content) {
        return chunk("{\"content\":\"" + content + "\"}", null);
    }

    private static String chunk(String delta, @Nullable String finish) {
        return "data:"
            + " {\"id\":\"c-1\",\"object\":\"chat.completion.chunk\",\"model\":\"m-1\",\"choices\":[{\"index\":0,\"delta\":"
                + delta + ",\"finish_reason\":" + finish + "}]}\n\n";
    }
}
