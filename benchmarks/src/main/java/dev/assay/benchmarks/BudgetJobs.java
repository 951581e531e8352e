package dev.assay.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.producer.NewJob;
import dev.assay.schemas.Expecting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Jobs of a known size in tokens. The simulator counts four characters for a token; a tokenizer finds no fewer in these
 * texts, part of which are figures, so that what is reserved is never less than what is used.
 */
final class BudgetJobs {
    /** Output that a job asks for; the simulator's answers come near it. */
    static final int OUTPUT_TOKENS = 20;

    private static final int CHARS_PER_TOKEN = 4;
    private static final String TEXT = "The clerk reads the lists of the day and adds what is new. ";

    private BudgetJobs() {}

    /** So many jobs, each of half to one and a half times the average size; the same for the same name. */
    static List<NewJob> of(String name, long count, int averageTokens) {
        Random random = new Random(name.hashCode());
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int tokens = (int) Math.round(averageTokens * (0.5 + random.nextDouble()));
            jobs.add(of(name + "-" + i, tokens, random));
        }
        return jobs;
    }

    /** A job of that size. */
    static NewJob of(String id, int tokens, Random random) {
        int chars = Math.max(8, tokens - OUTPUT_TOKENS) * CHARS_PER_TOKEN;
        StringBuilder prompt = new StringBuilder(id).append(": ");
        while (prompt.length() < chars) {
            if (random.nextInt(4) == 0) {
                for (int i = 0; i < 6; i++) {
                    prompt.append(10 + random.nextInt(90)).append(' ');
                }
            } else {
                prompt.append(TEXT);
            }
        }
        prompt.setLength(chars);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putArray("messages").addObject().put("role", "user").put("content", prompt.toString());
        body.put("max_tokens", OUTPUT_TOKENS);
        return NewJob.of(id, body.toString()).withExpectation(Expecting.of(List.of()));
    }
}
