package dev.assay.worker.meters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.schemas.FailureKind;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class GateMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final GateMeters meters = new GateMeters(registry);

    @Test
    void namesAreAContract() {
        AutoCloseable block = meters.watchBlock("a", FailureKind.AUTH_FAILED, () -> true);
        AutoCloseable gate = meters.watchGate("a", "", () -> true);
        AutoCloseable waiting = meters.watchUnpublished(() -> 1);
        meters.blockFound("a", FailureKind.AUTH_FAILED);
        meters.refused("a", "m", FailureKind.RATE_LIMITED);
        meters.alerted("account-blocked");
        meters.alertUnsent();

        assertThat(List.of(block, gate, waiting)).hasSize(3);
        TreeSet<String> names = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            names.add(meter.getId().getName() + " "
                    + meter.getId().getTags().stream().map(Tag::getKey).sorted().toList());
        }
        assertThat(names)
                .containsExactly(
                        "assay.account.blocked [account, kind]",
                        "assay.account.blocks [account, kind]",
                        "assay.alerts [event]",
                        "assay.alerts.unsent []",
                        "assay.fleet.unpublished []",
                        "assay.gate.refusals [account, kind, model]",
                        "assay.gates.closed [account, model]");
    }

    @Test
    void gaugesFollowAndGoWithTheirWorker() throws Exception {
        AtomicBoolean closed = new AtomicBoolean();
        AutoCloseable watch = meters.watchGate("a", "", closed::get);
        assertThat(registry.get(GateMeters.CLOSED).tag("model", "all").gauge().value())
                .isZero();

        closed.set(true);
        assertThat(registry.get(GateMeters.CLOSED).gauge().value()).isEqualTo(1);

        watch.close();
        assertThat(registry.getMeters()).isEmpty();
    }
}
