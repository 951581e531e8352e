package dev.assay.budget;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the input tokens of a request before it is sent, with the vocabulary of the model it names.
 *
 * <p>The cost of a count is bounded: text beyond {@link #EXACT_CHARS} is counted on samples of that length in all and
 * the rest is taken to be like them. Repetitive text is what makes a tokenizer slow, and it is also what samples
 * describe well. Shared by threads.
 */
public final class TokenEstimator {
    /** Requests with no more text than this many UTF-16 units are counted to the token. */
    public static final int EXACT_CHARS = 32_768;

    private static final int SAMPLES = 8;
    private static final int SAMPLE_CHARS = EXACT_CHARS / SAMPLES;

    /** What the chat format adds round each message, round a name, and before the reply. */
    private static final int PER_MESSAGE = 3;

    private static final int PER_NAME = 1;
    private static final int REPLY_START = 3;

    /** What OpenAI charges for an image in low detail, and for one of 1024 x 1024 in high detail. */
    private static final int LOW_DETAIL_IMAGE = 85;

    private static final int IMAGE = 765;

    private final Map<Tokenizer, WordCounts> counts = new EnumMap<>(Tokenizer.class);

    public TokenEstimator() {
        for (Tokenizer tokenizer : Tokenizer.values()) {
            counts.put(tokenizer, new WordCounts(tokenizer::count));
        }
    }

    /**
     * Tokens of one text.
     *
     * @param model as a request names it; an unknown or empty one is counted with the o200k vocabulary
     */
    public int countText(String model, String text) {
        return countParts(Tokenizer.of(model), List.of(text));
    }

    /**
     * Input tokens of a chat-completions request: its messages (text parts, names, tool calls, a flat figure for each
     * image) and the definitions that go with them (tools, functions, response format). Other media count nothing.
     * What is not of the form a request has counts nothing either, so no body is refused here.
     *
     * @param body the request as parsed JSON; its {@code model} chooses the vocabulary
     */
    public int countRequest(JsonNode body) {
        return countRequest(body, body.path("model").asText(""));
    }

    /**
     * The same for another model than the one that the request names.
     *
     * @param model as its provider calls it; an unknown or empty one is counted with the o200k vocabulary
     */
    public int countRequest(JsonNode body, String model) {
        Parts parts = new Parts();
        body.path("messages").forEach(parts::addMessage);
        for (String definitions : List.of("tools", "functions", "response_format")) {
            if (body.path(definitions).isContainerNode()) {
                parts.texts.add(body.path(definitions).toString());
            }
        }
        Tokenizer tokenizer = Tokenizer.of(model);
        return Math.toIntExact(
                Math.min(Integer.MAX_VALUE, (long) REPLY_START + parts.fixed + countParts(tokenizer, parts.texts)));
    }

    private int countParts(Tokenizer tokenizer, List<String> texts) {
        long chars = 0;
        for (String text : texts) {
            chars += text.length();
        }
        if (chars > EXACT_CHARS) {
            return sampled(tokenizer, String.join("\n", texts));
        }
        int tokens = 0;
        for (String text : texts) {
            tokens += words(tokenizer).count(text);
        }
        return tokens;
    }

    private int sampled(Tokenizer tokenizer, String text) {
        double step = (double) (text.length() - SAMPLE_CHARS) / (SAMPLES - 1);
        long tokens = 0;
        long chars = 0;
        for (int i = 0; i < SAMPLES; i++) {
            int from = wholeCharacter(text, (int) (i * step));
            int to = wholeCharacter(text, Math.min(text.length(), from + SAMPLE_CHARS));
            tokens += words(tokenizer).count(text.substring(from, to));
            chars += to - from;
        }
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, Math.ceilDiv(tokens * text.length(), chars)));
    }

    private WordCounts words(Tokenizer tokenizer) {
        return requireNonNull(counts.get(tokenizer));
    }

    /** The index itself, or the one before where it would split a surrogate pair. */
    private static int wholeCharacter(String text, int index) {
        boolean splits = index > 0 && index < text.length() && Character.isLowSurrogate(text.charAt(index));
        return splits ? index - 1 : index;
    }

    /** What a request is counted by: its texts, and tokens that no text accounts for. */
    private static final class Parts {
        private final List<String> texts = new ArrayList<>();
        private long fixed;

        private void addMessage(JsonNode message) {
            fixed += PER_MESSAGE;
            addText(message.path("role"));
            if (message.path("name").isTextual()) {
                fixed += PER_NAME;
                addText(message.path("name"));
            }
            addText(message.path("content"));
            if (message.path("content").isArray()) {
                message.path("content").forEach(this::addContentPart);
            }
            addText(message.path("refusal"));
            message.path("tool_calls").forEach(call -> addCall(call.path("function")));
            addCall(message.path("function_call"));
        }

        private void addContentPart(JsonNode part) {
            addText(part.path("text"));
            addText(part.path("refusal"));
            JsonNode image = part.path("image_url");
            if (!image.isMissingNode()) {
                fixed += image.path("detail").asText("").equals("low") ? LOW_DETAIL_IMAGE : IMAGE;
            }
        }

        private void addCall(JsonNode function) {
            addText(function.path("name"));
            addText(function.path("arguments"));
        }

        private void addText(JsonNode node) {
            if (node.isTextual()) {
                texts.add(node.textValue());
            }
        }
    }
}
