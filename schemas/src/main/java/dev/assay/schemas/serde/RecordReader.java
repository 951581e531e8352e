package dev.assay.schemas.serde;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.ResolvingDecoder;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A datum reader that keeps what it worked out of the two schemas from one record to the next. Avro's own keeps it for
 * each thread, which on virtual threads means that it is worked out anew for every record.
 */
final class RecordReader extends SpecificDatumReader<SpecificRecord> {
    /** Taken out while it is used, so that two threads never share one. */
    private final AtomicReference<@Nullable ResolvingDecoder> spare = new AtomicReference<>();

    RecordReader(Schema writer, Schema reader, SpecificData model) {
        super(writer, reader, model);
    }

    /**
     * Reads one record.
     *
     * @throws IOException when the bytes end early
     */
    SpecificRecord next(Decoder in) throws IOException {
        ResolvingDecoder resolver = spare.getAndSet(null);
        if (resolver == null) {
            resolver = DecoderFactory.get()
                    .resolvingDecoder(Schema.applyAliases(getSchema(), getExpected()), getExpected(), null);
        }
        resolver.configure(in);
        SpecificRecord record = (SpecificRecord) read(null, getExpected(), resolver);
        resolver.drain();
        // Not after an exception, which leaves it in the middle of a record.
        spare.set(resolver);
        return record;
    }
}
