package dev.assay.schemas.serde;

import java.util.ArrayList;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;

/**
 * Reads records whose arrays are plain lists. Avro's own list compares its items by schema and without the conversions
 * of the record's model, so {@code equals} of a record read with it throws where an item holds a decimal.
 */
final class RecordReader extends SpecificDatumReader<SpecificRecord> {
    RecordReader(Schema writer, Schema reader, SpecificData model) {
        super(writer, reader, classic(model));
    }

    /** The same conversions in a model that reads by this class: Avro's fast reader makes its lists by itself. */
    private static SpecificData classic(SpecificData model) {
        SpecificData classic = new SpecificData(model.getClassLoader());
        model.getConversions().forEach(classic::addLogicalTypeConversion);
        classic.setFastReaderEnabled(false);
        return classic;
    }

    @Override
    protected Object newArray(Object old, int size, Schema schema) {
        return new ArrayList<>(size);
    }
}
