package dev.assay.benchmarks;

import dev.assay.sandbox.process.ParentWatch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends the requests of so many jobs, so many at a time, each by a virtual thread that asks again when it is answered.
 * It reads no queue and keeps no answer. Arguments: provider, model, jobs, calls at a time. Exits with 0 when every
 * answer was good.
 */
final class BareHttpMain {
    private BareHttpMain() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        ChatClient client = new ChatClient(args[0], args[1]);
        long jobs = Long.parseLong(args[2]);
        AtomicLong next = new AtomicLong();
        Callable<Void> askAgainAndAgain = () -> {
            for (long job = next.getAndIncrement(); job < jobs; job = next.getAndIncrement()) {
                client.ask(BenchJobs.request(BenchJobs.body(job), client.model()));
            }
            return null;
        };
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Void>> all = new ArrayList<>();
            for (int i = Integer.parseInt(args[3]); i > 0; i--) {
                all.add(threads.submit(askAgainAndAgain));
            }
            for (Future<Void> one : all) {
                one.get();
            }
        }
        System.exit(0);
    }
}
