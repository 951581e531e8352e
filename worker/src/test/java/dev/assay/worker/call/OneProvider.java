package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.runtime.LaneDefaults;
import dev.assay.schemas.Account;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Redactor;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The inner end of the pipeline, for one provider. */
final class OneProvider implements AutoCloseable {
    static final String MODEL = "simulator-small";
    static final Prices PRICES = new Prices(BigDecimal.ONE, null, BigDecimal.TEN);
    private static final Duration FAR = Duration.ofMinutes(1);

    private final ModelClients clients;
    private final ModelCall call;
    private LaneDefaults limits = LaneDefaults.of("batch");
    private Duration left = Duration.ofSeconds(30);

    OneProvider(String baseUrl) {
        this(baseUrl, null);
    }

    OneProvider(String baseUrl, @Nullable Path trustStore) {
        ProviderSettings settings =
                new ProviderSettings("sim", baseUrl, null, null, null, null, null, null, trustStore, null);
        clients = new ModelClients(List.of(settings), ProviderKeys.read(List.of(), name -> null), 4, 1_000_000);
        Classifier failures = new Classifier(new Redactor(List.of()));
        call = new DeadlineCall(new ProviderCall(clients, failures, Clock.system()), Clock.system());
    }

    /** The limits that a case is about; the others are far. */
    OneProvider limited(Duration connect, Duration read, Duration firstToken, Duration idle) {
        limits = new LaneDefaults("batch", FAR, connect, read, FAR, FAR, firstToken, idle, false, false, FAR);
        return this;
    }

    OneProvider withLeft(Duration total) {
        left = total;
        return this;
    }

    Reply ask(String prompt) {
        return send("{\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}");
    }

    Reply askStreamed(String prompt) {
        return send("{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"" + prompt + "\"}]}");
    }

    Reply send(String body) {
        return call.call(new CallRequest(
                new Candidate("sim", "sim", MODEL, Optional.of(PRICES), null, null, null, false),
                body,
                "run/job/0/1",
                1,
                limits,
                null,
                null,
                Clock.system().nanos() + left.toNanos(),
                Duration.ZERO,
                Duration.ZERO,
                null,
                new Payer("tenant-a", "batch", Account.EVAL, 0, ""),
                Duration.ZERO,
                false,
                CallRequest.NEVER_TOO_LATE));
    }

    @Override
    public void close() {
        clients.close();
    }
}
