package dev.assay.worker;

import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.call.ProviderSettings;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.fleet.FleetAccounts;
import dev.assay.worker.fleet.FleetPublisher;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.gate.Moment;
import dev.assay.worker.meters.GateMeters;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A worker's gates and blocks with what they are announced by, heard by, measured by and alerted by. */
final class WorkerAccounts {
    private final Gates gates;
    private final Alerts alerts;
    private final FleetAccounts fleet;
    private final Clock clock;

    /**
     * @param variable the value of an environment variable; null where it is not set
     * @param closing takes what is to be closed with the worker, the last first
     */
    WorkerAccounts(
            String id,
            WorkerSettings settings,
            KafkaClients clients,
            Redactor redactor,
            GateMeters meters,
            Function<String, @Nullable String> variable,
            Consumer<AutoCloseable> closing,
            Clock clock) {
        this.clock = clock;
        alerts = new Alerts(
                id, settings.alerts().url(variable), settings.alerts().runbook(), redactor, meters, clock);
        closing.accept(alerts);
        FleetPublisher publisher =
                FleetPublisher.start(clients.settings().topics().fleet(), clients, id, clock);
        closing.accept(publisher);
        gates = new Gates(id, settings.accounts().pace(), publisher, RandomGenerator.getDefault());
        fleet = new FleetAccounts(id, gates, alerts, clock);
        closing.accept(meters.watchUnpublished(publisher::waiting));
        watch(settings, meters, closing);
    }

    Gates gates() {
        return gates;
    }

    Alerts alerts() {
        return alerts;
    }

    /** Whether what a parked job waits for holds still. */
    boolean holds(String heldBy) {
        return gates.holds(heldBy, now());
    }

    FleetAccounts fleet() {
        return fleet;
    }

    /** Shows the accounts and models that this worker may call; others of the fleet are their workers' concern. */
    private void watch(WorkerSettings settings, GateMeters meters, Consumer<AutoCloseable> closing) {
        for (String account : settings.providers().stream()
                .map(ProviderSettings::accountLabel)
                .collect(Collectors.toSet())) {
            for (FailureKind kind :
                    List.of(FailureKind.QUOTA_EXHAUSTED, FailureKind.AUTH_FAILED, FailureKind.PROVIDER_BLOCKED)) {
                closing.accept(meters.watchBlock(
                        account,
                        kind,
                        () -> gates.blockOf(account)
                                .map(AccountBlock::getKind)
                                .filter(kind::equals)
                                .isPresent()));
            }
            Set<String> models = new HashSet<>(Set.of(""));
            settings.routes().stream()
                    .flatMap(route -> route.candidates().stream())
                    .filter(candidate -> account.equals(account(settings, candidate.provider())))
                    .forEach(candidate -> models.add(candidate.model()));
            models.forEach(model ->
                    closing.accept(meters.watchGate(account, model, () -> gates.isClosed(account, model, now()))));
        }
    }

    private Moment now() {
        return new Moment(clock.nanos(), clock.now().toEpochMilli());
    }

    private static String account(WorkerSettings settings, String provider) {
        return settings.providers().stream()
                .filter(candidate -> candidate.name().equals(provider))
                .findFirst()
                .orElseThrow()
                .accountLabel();
    }
}
