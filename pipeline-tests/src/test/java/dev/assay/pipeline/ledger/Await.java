package dev.assay.pipeline.ledger;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Waits for a condition, with a bound. */
final class Await {
    private Await() {}

    static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(LedgerWorld.PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }
}
