package dev.assay.sandbox.simulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes a completion as one body, or as the chunks of a stream. */
final class CompletionJson {
    static final String FINGERPRINT = "fp_assay_simulator";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private CompletionJson() {}

    static ObjectNode whole(Completion completion) {
        ObjectNode body = head(completion, "chat.completion");
        ObjectNode message = JSON.objectNode().put("role", "assistant").put("content", completion.text());
        if (completion.reasoning() != null) {
            message.put("reasoning_content", completion.reasoning());
        }
        message.put("refusal", completion.refusal());
        ObjectNode choice = JSON.objectNode().put("index", 0);
        choice.set("message", message);
        choice.putNull("logprobs");
        choice.put("finish_reason", completion.finish());
        body.putArray("choices").add(choice);
        addUsage(body, completion);
        return body.put("system_fingerprint", FINGERPRINT);
    }

    /**
     * The chunks, the usage last where it was asked for.
     *
     * @param tokensPerChunk size of a piece of text
     */
    static List<ObjectNode> chunks(Completion completion, int tokensPerChunk, boolean includeUsage) {
        List<ObjectNode> chunks = new ArrayList<>();
        ObjectNode role = JSON.objectNode().put("role", "assistant").put("content", "");
        chunks.add(chunk(completion, role.putNull("refusal"), null, includeUsage));
        addPieces(chunks, completion, "reasoning_content", completion.reasoning(), tokensPerChunk, includeUsage);
        addPieces(chunks, completion, "content", completion.text(), tokensPerChunk, includeUsage);
        addPieces(chunks, completion, "refusal", completion.refusal(), tokensPerChunk, includeUsage);
        if (completion.finish() != null) {
            chunks.add(chunk(completion, JSON.objectNode(), completion.finish(), includeUsage));
        }
        switch (completion.usageShown()) {
            case NORMAL, NULL -> {
                if (includeUsage) {
                    ObjectNode last = head(completion, "chat.completion.chunk").put("system_fingerprint", FINGERPRINT);
                    last.putArray("choices");
                    addUsage(last, completion);
                    chunks.add(last);
                }
            }
            case ABSENT -> {}
            case FIRST -> addUsage(chunks.getFirst(), completion);
            case WITH_CHOICES -> addUsage(chunks.getLast(), completion);
        }
        return chunks;
    }

    private static void addPieces(
            List<ObjectNode> chunks,
            Completion completion,
            String field,
            @Nullable String text,
            int tokensPerChunk,
            boolean includeUsage) {
        int step = tokensPerChunk * Tokens.CHARS;
        for (int start = 0; text != null && start < text.length(); start += step) {
            String piece = text.substring(start, Math.min(text.length(), start + step));
            chunks.add(chunk(completion, JSON.objectNode().put(field, piece), null, includeUsage));
        }
    }

    private static ObjectNode chunk(
            Completion completion, ObjectNode delta, @Nullable String finish, boolean includeUsage) {
        ObjectNode chunk = head(completion, "chat.completion.chunk").put("system_fingerprint", FINGERPRINT);
        ObjectNode choice = JSON.objectNode().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs");
        choice.put("finish_reason", finish);
        chunk.putArray("choices").add(choice);
        return includeUsage ? chunk.putNull("usage") : chunk;
    }

    private static ObjectNode head(Completion completion, String object) {
        return JSON.objectNode()
                .put("id", completion.id())
                .put("object", object)
                .put("created", completion.created())
                .put("model", completion.model());
    }

    private static void addUsage(ObjectNode body, Completion completion) {
        switch (completion.usageShown()) {
            case ABSENT -> {
                return;
            }
            case NULL -> body.putNull("usage");
            case NORMAL, FIRST, WITH_CHOICES -> {
                int reasoning = completion.reasoning() == null ? 0 : Tokens.of(completion.reasoning());
                ObjectNode usage = body.putObject("usage")
                        .put("prompt_tokens", completion.inputTokens())
                        .put("completion_tokens", completion.outputTokens())
                        .put("total_tokens", completion.inputTokens() + completion.outputTokens());
                usage.putObject("prompt_tokens_details").put("cached_tokens", 0);
                usage.putObject("completion_tokens_details").put("reasoning_tokens", reasoning);
            }
        }
    }
}
