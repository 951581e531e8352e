package dev.assay.testkit;

/** The lane never held more unfinished jobs than its bound and the overshoot that the present form of it states. */
public final class BoundHeld implements Guarantee {
    @Override
    public void check(Evidence evidence) {
        Breach.when(
                evidence.deepest() > evidence.mostAllowed(),
                "the lane held " + evidence.deepest() + " unfinished jobs, allowed are " + evidence.mostAllowed());
    }
}
