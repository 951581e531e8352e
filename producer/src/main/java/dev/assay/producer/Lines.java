package dev.assay.producer;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Lines of an input, one after the other. */
interface Lines extends Closeable {
    /** The next line; null at the end. */
    @Nullable
    Line next() throws IOException, BadInputException;
}
