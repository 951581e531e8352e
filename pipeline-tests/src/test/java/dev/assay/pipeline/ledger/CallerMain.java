package dev.assay.pipeline.ledger;

import dev.assay.budget.client.Answer;
import dev.assay.budget.client.BudgetClient;
import dev.assay.budget.client.Wish;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.budget.ledger.LedgerSettings;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.Amounts;
import dev.assay.schemas.topics.Topics;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A process that calls for as long as it lives: {@code BOOTSTRAP PREFIX NAME BUDGET FILE}. It writes down when each call
 * began, with the number that it asked for as input tokens.
 */
public final class CallerMain {
    private static final int CALLERS = 4;

    private CallerMain() {}

    public static void main(String[] args) throws Exception {
        ParentWatch.start();
        Clock clock = Clock.system();
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1])));
        LimitsFollower limits = LimitsFollower.start(clients, args[2], CallerMain::fail);
        limits.awaitCaughtUp(Duration.ofSeconds(30));
        BudgetClient budgets =
                BudgetClient.start(args[2], LedgerSettings.STANDARD, clients, limits, clock, CallerMain::fail);
        AtomicLong numbers = new AtomicLong();
        try (PrintWriter calls = new PrintWriter(Files.newBufferedWriter(Path.of(args[4])), true)) {
            for (int i = 0; i < CALLERS; i++) {
                Thread.ofVirtual().start(() -> call(budgets, args[3], numbers, calls, clock));
            }
            ReadyLine.say(args[2]);
            TimeUnit.DAYS.sleep(1);
        }
    }

    private static void call(BudgetClient budgets, String budget, AtomicLong numbers, PrintWriter calls, Clock clock) {
        try {
            while (true) {
                long number = numbers.incrementAndGet();
                Wish wish = new Wish(
                        budget,
                        "tenant-a",
                        "batch",
                        0,
                        new Amounts(1L, number, 0L, 0L),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5));
                if (budgets.reserve(wish) instanceof Answer.Granted(var grant)) {
                    if (grant.isLate()) {
                        grant.cancel();
                        continue;
                    }
                    calls.println(number + " " + clock.now().toEpochMilli());
                    clock.pause(Duration.ofMillis(5));
                    grant.settle(grant.amounts(), false);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fail(Throwable cause) {
        cause.printStackTrace();
        Runtime.getRuntime().halt(1);
    }
}
