package dev.assay.cli;

import dev.assay.cli.read.RunView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.runtime.Clock;
import dev.assay.sandbox.simulator.FaultRule;
import dev.assay.sandbox.simulator.ProviderSimulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * An outage of the demo's provider when a share of the run has ended: its front refuses a few calls with 503, then
 * nothing answers any more until it is over.
 */
final class DemoOutage implements RunWatch.Listener {
    private static final double BEGINS_AT = 0.4;
    private static final int REFUSED = 24;
    private static final Duration LENGTH = Duration.ofSeconds(4);

    private final ProviderSimulator provider;
    private final Clock clock;
    private final Style style;
    private final List<String> untold = new ArrayList<>();
    private long beganAt = -1;
    private boolean over;

    DemoOutage(ProviderSimulator provider, Clock clock, Style style) {
        this.provider = provider;
        this.clock = clock;
        this.style = style;
    }

    @Override
    public void see(RunView run) {
        if (beganAt < 0 && run.enqueued() > 0 && run.finished() >= BEGINS_AT * run.enqueued()) {
            beganAt = clock.nanos();
            provider.faults()
                    .add(
                            FaultRule.of("status=503")
                                    .within(Duration.ZERO, LENGTH)
                                    .atMost(REFUSED),
                            FaultRule.of("stall").within(Duration.ZERO, LENGTH));
            untold.add(style.red(style.bullet() + " outage: the provider answers 503, then nothing, for "
                    + Figures.duration(LENGTH)));
        }
    }

    @Override
    public List<String> remarks() {
        if (beganAt >= 0 && !over && clock.nanos() - beganAt > LENGTH.toNanos()) {
            over = true;
            untold.add(
                    style.green(style.bullet() + " the provider is back; calls that hang run into their time limit"));
        }
        List<String> told = List.copyOf(untold);
        untold.clear();
        return told;
    }
}
