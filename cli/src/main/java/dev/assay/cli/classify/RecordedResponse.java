package dev.assay.cli.classify;

import dev.assay.worker.failure.ResponseHeaders;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A response of a provider as somebody wrote it down.
 *
 * @param line number of the line that it stands in, from 1; of a dump, its first
 * @param id what the file calls it; empty when it has no name
 * @param provider who sent it, in any words that name one
 * @param status its HTTP status
 * @param headers its headers
 * @param body its body
 * @param expectedKind the kind that the file says it must be taken for
 * @param expectedWait the class of waiting that the file says it must be taken for
 */
public record RecordedResponse(
        long line,
        String id,
        String provider,
        int status,
        ResponseHeaders headers,
        ByteBuffer body,
        Optional<String> expectedKind,
        Optional<String> expectedWait) {}
