package dev.assay.cli.export;

import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes one line a job, in the order in which they are handed over. */
public interface ResultWriter extends Closeable {
    /** @param score how the result counts; null where it is not scored yet, or the format does not ask */
    void write(Result result, @Nullable Score score) throws IOException;
}
