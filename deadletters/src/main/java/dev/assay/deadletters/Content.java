package dev.assay.deadletters;

import dev.assay.schemas.Job;
import dev.assay.schemas.Result;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** What the bytes of a dead letter are. */
public sealed interface Content {
    /** A job. */
    record OfJob(Job job) implements Content {}

    /** A result, whole as a record, that the scorer could not use all the same. */
    record OfResult(Result result) implements Content {}

    /** Neither of them. */
    record Unreadable(String why) implements Content {}

    /** The record; empty where there is none. */
    default Optional<SpecificRecord> decoded() {
        return switch (this) {
            case OfJob(Job job) -> Optional.of(job);
            case OfResult(Result result) -> Optional.of(result);
            case Unreadable nothing -> Optional.empty();
        };
    }
}
