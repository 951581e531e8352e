package dev.assay.worker.call;

import dev.assay.runtime.Clock;
import dev.assay.worker.alert.Alerts;
import dev.assay.worker.breaker.Breakers;
import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.gate.Gates;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.meters.WorkerMeters;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Puts the stages of a model call together: what happens between a job and a provider is read here, inside out. */
public final class ModelPipelines {
    private ModelPipelines() {}

    /**
     * The pipeline of a worker, the same for all its lanes and providers.
     *
     * @param inFlight most calls at once
     * @param budgets the fleet's budgets; empty where nothing is limited
     */
    public static ModelCall compose(
            ModelClients clients,
            int inFlight,
            Redactor redactor,
            Breakers breakers,
            Gates gates,
            Optional<CallBudgets> budgets,
            Alerts alerts,
            WorkerMeters meters,
            GateMeters gateMeters,
            Clock clock) {
        Classifier failures = new Classifier(redactor);
        ModelCall call = new ProviderCall(clients, failures, clock);
        call = new DeadlineCall(call, clock);
        if (budgets.isPresent()) {
            call = new BudgetCall(call, budgets.get(), new Doors(breakers, gates), new Seats(inFlight), clock);
        }
        call = new GateCall(call, gates, gateMeters, clock);
        call = new BreakerCall(call, breakers, clock);
        call = new MeteredCall(call, meters, alerts);
        return call;
    }

    /** Whether a response named a model outside the family of the one asked for; not, where it named none. */
    public static boolean isDrift(String requestModel, @Nullable String responseModel) {
        return responseModel != null && !ModelFamily.isSame(requestModel, responseModel);
    }
}
