package dev.assay.benchmarks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.producer.NewJob;
import dev.assay.schemas.Expectation;
import dev.assay.schemas.Expecting;
import dev.assay.schemas.ScorerNames;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** The jobs of benchmarks: a page of a story and a question about it, each another one. About 900 bytes each. */
public final class BenchJobs {
    private static final int MAX_TOKENS = 60;
    private static final String STORY = "A mill stands at the bend of a river. On every market day the miller counts"
        + " the sacks that the farmers bring, and writes the number on a slate beside the door. In a dry summer the"
        + " wheel turns only from dawn to noon, and grain is kept in the loft until there is water again. The miller's"
        + " daughter keeps a book in which each farmer has a page: what was brought, what was ground, and what is"
        + " owed. At the end of the month they sit down together, read the slate and the book side by side, and look"
        + " for the day on which the two do not agree. ";

    private BenchJobs() {}

    /**
     * The request of a job.
     *
     * @param number which job
     */
    public static String body(long number) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        var messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", "Answer with a number and nothing else.");
        messages.addObject()
                .put("role", "user")
                .put(
                        "content",
                        STORY + "On day " + number + " the slate says " + number % 97 + " sacks and the book says "
                                + number % 89 + ". How many sacks are missing from the book?");
        body.put("max_tokens", MAX_TOKENS).put("temperature", 0);
        return body.toString();
    }

    /** The same request as it is sent to a provider. */
    public static String request(String body, String model) {
        return "{\"model\":\"" + model + "\"," + body.substring(1);
    }

    /** So many jobs, made when they are asked for. */
    static Iterable<NewJob> of(long count) {
        return () -> {
            Iterator<NewJob> jobs = LongStream.range(0, count)
                    .mapToObj(
                            number -> NewJob.of("job-" + number, body(number)).withExpectation(expectation(number % 8)))
                    .iterator();
            return jobs;
        };
    }

    private static Expectation expectation(long answer) {
        return Expecting.of(List.of(Expecting.use(ScorerNames.NUMERIC, List.of(Long.toString(answer)), Map.of(), 1.0)));
    }
}
