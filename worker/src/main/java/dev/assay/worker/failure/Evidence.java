package dev.assay.worker.failure;

/**
 * What a rule is asked about.
 *
 * @param family of the provider that sent the error
 * @param status the HTTP status; 0 when the error came without one of its own
 * @param headers the response's headers
 * @param envelope the error
 * @param words the error's words
 */
record Evidence(Family family, int status, ResponseHeaders headers, Envelope envelope, Words words) {
    static Evidence of(Family family, int status, ResponseHeaders headers, Envelope envelope) {
        // A page is a proxy's, whose words say nothing of the request.
        String message = envelope.shape() == BodyText.Shape.HTML ? "" : envelope.message();
        return new Evidence(family, status, headers, envelope, Words.of(message));
    }

    /** The same of the error that a gateway carries. */
    Evidence of(Envelope carried) {
        Family sender = Family.of(carried.via());
        return of(
                sender == Family.UNKNOWN ? family : sender,
                carried.status() == 0 ? status : carried.status(),
                headers,
                carried);
    }
}
