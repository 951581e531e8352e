package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.sandbox.process.ChildProcess;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker is frozen inside a settling transaction until the broker gives the transaction up. */
class FrozenSettlementIT extends Scenario {
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);
    /** How often the sandbox's brokers look for transactions that are over their time, and some air. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    @Test
    void aSettlementThatTimesOutIsSentAgainAndHoldsReadersUpNoLongerThanItsTimeout(@TempDir Path directory)
            throws Exception {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(50)), 16)
                        .withSession(Duration.ofSeconds(40))
                        // One transaction after the other, so that a freeze is likely to strike one.
                        .withSettleInterval(Duration.ofMillis(1)));
        ChildProcess frozen = world.startWorkers("frozen", "other").getFirst();
        String writer =
                world.clients().settings().topics().workerTransactionalId(World.LANE, frozen.awaitReady(PATIENCE));
        try (Admin admin = world.clients().admin("transactions")) {
            OpenTransactions transactions = new OpenTransactions(
                    admin, world.clients().settings().topics().results());
            String[] runs = submitSpread(world, "frozen-settlement", 4_000);
            world.awaitCalls(100, PATIENCE);

            List<TopicPartition> held = transactions.freezeWithin(frozen, writer);
            long start = System.nanoTime();
            await().atMost(TRANSACTION_TIMEOUT.plus(SLACK)).until(() -> transactions.isReadable(held));
            Duration heldUp = Duration.ofNanos(System.nanoTime() - start);
            frozen.resume();
            awaitOver(world, runs);

            checkEveryGuarantee(world, runs);
            // It began before it was seen to be left open, hence not quite the whole of it.
            assertThat(heldUp)
                    .isBetween(
                            TRANSACTION_TIMEOUT.minus(OpenTransactions.WATCHED).minusSeconds(3),
                            TRANSACTION_TIMEOUT.plus(SLACK));
        }
    }
}
