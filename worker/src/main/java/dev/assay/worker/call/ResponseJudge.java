package dev.assay.worker.call;

import dev.assay.worker.failure.Classifier;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.Redactor;
import dev.assay.worker.failure.ResponseHeaders;
import java.time.Instant;
import java.util.Optional;

/** Judges recorded responses by the same code as the worker judges those that it receives. */
public final class ResponseJudge {
    private final ReplyReader replies;

    /** @param redactor what messages and excerpts are cleaned by */
    public ResponseJudge(Redactor redactor) {
        replies = new ReplyReader(new Classifier(redactor));
    }

    /**
     * The failure that a response is; empty when it is a complete answer.
     *
     * @param provider what is known of the provider: its family, or a text that names it, such as its host
     * @param status its HTTP status
     * @param body its body: JSON, a whole event stream, or anything
     * @param now when it came, which points of time in it are told from
     */
    public Optional<Failure> failure(String provider, int status, ResponseHeaders headers, byte[] body, Instant now) {
        return switch (replies.read(provider, status, headers, body, now)) {
            case ReplyReader.Reading.Answer answer -> Optional.empty();
            case ReplyReader.Reading.NoAnswer declined -> Optional.of(declined.failure());
            case ReplyReader.Reading.Trouble trouble -> Optional.of(trouble.failure());
        };
    }
}
