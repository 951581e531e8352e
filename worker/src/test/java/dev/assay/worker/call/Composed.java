package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.GateClosed;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.breaker.BreakerSettings;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.gate.Announcer;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.ProbePace;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** The pipeline of a worker that is alone in the world. */
final class Composed {
    static final ProbePace PACE = new ProbePace(Duration.ofMinutes(1), Duration.ofHours(1));

    private static final Announcer NOBODY = new Announcer() {
        @Override
        public void blocked(AccountBlock block) {}

        @Override
        public void unblocked(AccountUnblock unblock) {}

        @Override
        public void closed(GateClosed gate) {}
    };

    private Composed() {}

    static Gates gates(ProbePace pace) {
        return new Gates("w1", pace, NOBODY, new Random(1));
    }

    static ModelCall of(ModelClients clients, Redactor redactor, MeterRegistry registry) {
        return of(clients, redactor, gates(PACE), registry);
    }

    static ModelCall of(ModelClients clients, Redactor redactor, Gates gates, MeterRegistry registry) {
        WorkerMeters meters = new WorkerMeters(registry);
        Breakers breakers = new Breakers(BreakerSettings.standard(), meters.breakers(), Clock.system());
        return of(clients, redactor, breakers, gates, meters, registry, Clock.system());
    }

    static ModelCall of(
            ModelClients clients,
            Redactor redactor,
            Breakers breakers,
            Gates gates,
            WorkerMeters meters,
            MeterRegistry registry,
            Clock clock) {
        GateMeters gateMeters = new GateMeters(registry);
        Alerts alerts = new Alerts("w1", Optional.empty(), null, redactor, gateMeters, clock);
        return ModelPipelines.compose(
                clients, 64, redactor, breakers, gates, Optional.empty(), alerts, meters, gateMeters, clock);
    }
}
