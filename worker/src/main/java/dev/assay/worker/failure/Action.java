package dev.assay.worker.failure;

/** What a failure asks for, and why. */
public sealed interface Action {
    String why();

    /** The same model again, inside the remaining deadline. */
    record Retry(String why) implements Action {}

    /** The next model of the route. */
    record Switch(OtherProvider other, String why) implements Action {
        /** Whether a model of another provider may be asked at all. */
        public boolean isAnotherProviderAllowed() {
            return other != OtherProvider.NEVER;
        }
    }

    /** No model for now: the lane's prepared fallback, or waiting. */
    record Degrade(String why) implements Action {}

    /** The end of the job. */
    record Fail(String why) implements Action {}
}
