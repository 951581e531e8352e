package dev.assay.pipeline.ledger;

import dev.assay.budget.host.HostSettings;
import dev.assay.budget.host.LedgerHost;
import dev.assay.budget.journal.LimitsFollower;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.sandbox.process.ParentWatch;
import dev.assay.sandbox.process.ReadyLine;
import dev.assay.schemas.topics.Topics;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A keeper of budgets as a process that can be killed and frozen: {@code BOOTSTRAP PREFIX NAME}. */
public final class KeeperMain {
    private KeeperMain() {}

    public static void main(String[] args) throws InterruptedException {
        ParentWatch.start();
        KafkaClients clients =
                new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", args[0]), new Topics(args[1])));
        LimitsFollower limits = LimitsFollower.start(clients, args[2], KeeperMain::fail);
        LedgerHost host =
                LedgerHost.start(args[2], HostSettings.STANDARD, clients, limits, Clock.system(), KeeperMain::fail);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            host.close();
            Runtime.getRuntime().halt(0);
        }));
        ReadyLine.say(args[2]);
        TimeUnit.DAYS.sleep(1);
    }

    private static void fail(Throwable cause) {
        cause.printStackTrace();
        Runtime.getRuntime().halt(1);
    }
}
