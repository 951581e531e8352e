package dev.assay.cli.drill;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.producer.NewJob;
import java.util.ArrayList;
import java.util.List;

/** Makes the jobs of rows. A prompt may hold a marker by which the simulator fails that prompt's calls. */
final class DrillJobs {
    static final int MAX_TOKENS = 50;

    private DrillJobs() {}

    /** Jobs {@code NAME-1} to {@code NAME-COUNT} without anything special. */
    static List<NewJob> plain(String name, int count) {
        return marked(name, count, "");
    }

    /** Jobs whose every call is struck by a fault, by its name. */
    static List<NewJob> struck(String name, int count, String fault) {
        return marked(name, count, " [[fault:" + fault + "]]");
    }

    /** Jobs whose first calls are struck by a fault, so many of each. */
    static List<NewJob> struck(String name, int count, String fault, int times) {
        return marked(name, count, " [[fault:" + fault + ";times=" + times + "]]");
    }

    @SafeVarargs
    static List<NewJob> together(List<NewJob>... some) {
        List<NewJob> all = new ArrayList<>();
        for (List<NewJob> one : some) {
            all.addAll(one);
        }
        return all;
    }

    /** The same jobs, their answers streamed. */
    static List<NewJob> streamed(List<NewJob> jobs) {
        return jobs.stream()
                .map(job -> NewJob.of(job.customId(), job.body().replaceFirst("\\{", "{\"stream\":true,")))
                .toList();
    }

    private static List<NewJob> marked(String name, int count, String marker) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            String id = name + "-" + i;
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.putArray("messages").addObject().put("role", "user").put("content", "Drill, job " + id + "." + marker);
            body.put("max_tokens", MAX_TOKENS);
            jobs.add(NewJob.of(id, body.toString()));
        }
        return jobs;
    }
}
