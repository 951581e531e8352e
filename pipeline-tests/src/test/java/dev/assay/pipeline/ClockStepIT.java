package dev.assay.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.runtime.Clock;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import dev.assay.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A worker's wall clock steps back and forth, as a machine's does whose time is corrected. */
class ClockStepIT extends Scenario {
    @Test
    void aWallClockThatStepsExpiresNoJobAndHoldsNoneUp(@TempDir Path directory) throws Exception {
        World world = world(directory, WorldSettings.of(answeringAfter(Duration.ofMillis(100)), 16));
        SteppingClock clock = new SteppingClock();
        try (Worker worker = world.startInside("stepping", clock)) {
            submitAll(world, "steps", 900);
            for (Duration step : new Duration[] {Duration.ofHours(-3), Duration.ofHours(6), Duration.ZERO}) {
                world.awaitCalls(world.provider().requestLog().arrived() + 150, PATIENCE);
                clock.step = step;
            }
            world.awaitOver("steps", PATIENCE);
            worker.drain(Duration.ofSeconds(20));
            assertThat(worker.awaitStopped()).isInstanceOf(Worker.Stopped.Drained.class);
        }

        Evidence evidence = world.evidence("steps");
        checkEveryGuarantee(evidence);
        assertThat(evidence.run().outcomes()).isEqualTo(Map.of("SCORED", 900L));
    }

    /** The system's clock, but for a wall time that is off by a step. */
    private static final class SteppingClock implements Clock {
        private volatile Duration step = Duration.ZERO;

        @Override
        public Instant now() {
            return Clock.system().now().plus(step);
        }

        @Override
        public long nanos() {
            return Clock.system().nanos();
        }

        @Override
        public void pause(Duration duration) throws InterruptedException {
            Clock.system().pause(duration);
        }
    }
}
