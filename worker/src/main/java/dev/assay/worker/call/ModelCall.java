package dev.assay.worker.call;

/** A stage of the pipeline, and the pipeline itself. {@code toString} prints the chain from here inwards. */
public interface ModelCall {
    /**
     * Calls the model. It blocks until there is a reply; an interrupt of the thread cuts it short, closes the socket
     * and leaves the thread's interrupt flag set.
     */
    Reply call(CallRequest request);
}
