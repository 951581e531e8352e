package dev.assay.worker.alert;

import dev.assay.runtime.Clock;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.meters.GateMeters;
import dev.assay.worker.spend.Watermark;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Raises alerting events: a log line at ERROR, a meter, and a webhook where one is configured. A blocked account is told
 * once a block; what a model does is told once in {@link #QUIET}, however many jobs meet it.
 */
public final class Alerts implements AutoCloseable {
    public static final String ACCOUNT_BLOCKED = "account-blocked";
    public static final String MODEL_GONE = "model-gone";
    public static final String MODEL_DRIFT = "model-drift";
    public static final String UNKNOWN_FAILURE = "unknown-failure";
    public static final String LEDGER_SILENT = "ledger-silent";
    public static final String TENANT_QUOTA = "tenant-quota";

    /** From one alert of a model to the next of the same event. */
    static final Duration QUIET = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(Alerts.class);

    private final String worker;
    private final Redactor redactor;
    private final GateMeters meters;
    private final Clock clock;
    private final @Nullable Webhook webhook;
    private final Map<String, Long> quietUntil = new ConcurrentHashMap<>();

    /**
     * @param worker who tells
     * @param url the webhook's; empty for none
     */
    public Alerts(
            String worker,
            Optional<URI> url,
            @Nullable String runbook,
            Redactor redactor,
            GateMeters meters,
            Clock clock) {
        this.worker = worker;
        this.redactor = redactor;
        this.meters = meters;
        this.clock = clock;
        this.webhook =
                url.map(target -> new Webhook(target, runbook, meters, clock)).orElse(null);
    }

    /** An account was blocked by this worker, which the fleet did not know before. */
    public void accountBlocked(AccountBlock block) {
        meters.blockFound(block.getAccount(), block.getKind());
        raise(
                new Alert(
                        ACCOUNT_BLOCKED,
                        block.getAccount(),
                        block.getModel(),
                        block.getKind().name(),
                        block.getRule(),
                        block.getMessage(),
                        worker,
                        block.getAt()),
                "account blocked: no call uses it until a probe succeeds or somebody unblocks it");
    }

    /** A call failed; told where its kind is one to be told of and no block tells it. */
    public void failed(String account, String model, Failure failure) {
        FailureKind kind = failure.kind();
        boolean isBlock = kind == FailureKind.QUOTA_EXHAUSTED || kind == FailureKind.AUTH_FAILED;
        if (isBlock || !FailureTable.row(kind).alerts()) {
            return;
        }
        String event = kind == FailureKind.MODEL_GONE ? MODEL_GONE : UNKNOWN_FAILURE;
        if (isDue(event, account, model)) {
            raise(
                    alert(event, account, model, kind, failure.rule(), failure.message()),
                    kind == FailureKind.MODEL_GONE
                            ? "a model does not exist any more: its routes need another one"
                            : "a failure that no rule knows: look at it, and add a rule");
        }
    }

    /** An answer came from another model than the one asked for. */
    public void drifted(String account, String model, String responseModel) {
        if (isDue(MODEL_DRIFT, account, model)) {
            raise(
                    alert(
                            MODEL_DRIFT,
                            account,
                            model,
                            null,
                            null,
                            redactor.clean(model + " was asked for, " + responseModel + " answered")),
                    "another model answers than the one asked for");
        }
    }

    /** The ledger did not answer, so that a call was not made. */
    public void ledgerSilent(String account, String model, String message) {
        if (isDue(LEDGER_SILENT, account, model)) {
            raise(
                    alert(LEDGER_SILENT, account, model, FailureKind.LEDGER_SILENT, null, message),
                    "the ledger does not answer: no limited call is made until it does");
        }
    }

    /**
     * A tenant has come to a mark of its quota of the day.
     *
     * @param quota id of its budget
     */
    public void quotaReached(String account, String quota, Watermark mark) {
        raise(
                new Alert(
                        TENANT_QUOTA,
                        account,
                        null,
                        mark == Watermark.STOP ? FailureKind.TENANT_QUOTA_EXHAUSTED.name() : null,
                        null,
                        quota + " has come to " + mark.percent() + " % of its day",
                        worker,
                        clock.now()),
                "a tenant's quota of the day comes to its end");
    }

    @Override
    public void close() {
        if (webhook != null) {
            webhook.close();
        }
    }

    private boolean isDue(String event, String account, String model) {
        long now = clock.nanos();
        boolean[] due = new boolean[1];
        quietUntil.compute(event + "/" + account + "/" + model, (key, until) -> {
            due[0] = until == null || now - until >= 0;
            return due[0] ? Long.valueOf(now + QUIET.toNanos()) : until;
        });
        return due[0];
    }

    private Alert alert(
            String event,
            String account,
            String model,
            @Nullable FailureKind kind,
            @Nullable String rule,
            String message) {
        return new Alert(event, account, model, kind == null ? null : kind.name(), rule, message, worker, clock.now());
    }

    private void raise(Alert alert, String words) {
        meters.alerted(alert.event());
        LoggingEventBuilder line = LOG.atError()
                .addKeyValue("event", alert.event())
                .addKeyValue("account", alert.account())
                .addKeyValue("kind", alert.kind())
                .addKeyValue("model", alert.model())
                .addKeyValue("rule", alert.rule())
                .addKeyValue("message", alert.message());
        line.log(words);
        if (webhook != null) {
            webhook.send(alert);
        }
    }
}
