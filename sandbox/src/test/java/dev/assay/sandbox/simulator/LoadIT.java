package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.wire.RawSocket;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class LoadIT {
    private static final Logger LOG = LoggerFactory.getLogger("dev.assay.sandbox.load");
    private static final int CLIENTS = 32;
    private static final int CALLS_EACH = 1_000;

    @Test
    void answersThousandsOfCallsASecond() throws Exception {
        try (ProviderSimulator simulator = ProviderSimulator.start(SimulatorSettings.standard())) {
            run(simulator, 200);
            simulator.requestLog().clear();
            long start = System.nanoTime();
            run(simulator, CALLS_EACH);
            double seconds = (System.nanoTime() - start) / 1e9;

            double rate = CLIENTS * CALLS_EACH / seconds;
            LOG.info("{} calls/s over {} connections", Math.round(rate), CLIENTS);
            assertThat(simulator.requestLog().counts().byStatus())
                    .containsExactly(java.util.Map.entry(200, (long) CLIENTS * CALLS_EACH));
            // Far under what an idle machine does; a build shares its machine.
            assertThat(rate).isGreaterThan(1_000);
        }
    }

    @Test
    void holdsManyCallsThatWaitAndSeesEachOfTheirClientsLeave() throws Exception {
        int waiting = 800;
        Duration patience = Duration.ofMinutes(1);
        try (ProviderSimulator simulator =
                ProviderSimulator.start(SimulatorSettings.standard().withFaults(FaultRule.of("stall")))) {
            List<RawSocket> clients = new ArrayList<>();
            for (int i = 0; i < waiting; i++) {
                RawSocket client = new RawSocket(simulator.port());
                client.send(Chat.raw(Chat.body("wait " + i)));
                clients.add(client);
            }
            assertThat(simulator.requestLog().await(counts -> counts.inFlight() == waiting, patience))
                    .isTrue();
            for (RawSocket client : clients) {
                client.close();
            }
            assertThat(simulator.requestLog().await(counts -> counts.disconnects() == waiting, patience))
                    .isTrue();
        }
    }

    private static void run(ProviderSimulator simulator, int callsEach) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(threads.submit(() -> {
                    ask(simulator, callsEach);
                    return null;
                }));
            }
            for (Future<?> client : clients) {
                client.get();
            }
        }
    }

    private static void ask(ProviderSimulator simulator, int calls) throws IOException {
        String request = Chat.raw(Chat.body("How many calls a second?"));
        try (RawSocket client = new RawSocket(simulator.port())) {
            for (int i = 0; i < calls; i++) {
                client.send(request);
                if (!client.readAnswer().startsWith("HTTP/1.1 200")) {
                    throw new IOException("no answer");
                }
            }
        }
    }
}
