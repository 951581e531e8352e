package dev.assay.pipeline;

import dev.assay.runtime.Clock;
import java.time.Duration;

/** Time that is let pass because its length is what a scenario is about, never to wait for something. */
final class Moments {
    private Moments() {}

    static void pass(Duration duration) throws InterruptedException {
        Clock.system().pause(duration);
    }
}
