package dev.assay.pipeline.contract;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** A record of any schema, as another version of Assay would write it. */
final class AnyRecord implements SpecificRecord {
    private final Schema schema;
    private final @Nullable Object[] values;

    AnyRecord(Schema schema) {
        this.schema = schema;
        this.values = new Object[schema.getFields().size()];
    }

    AnyRecord with(String field, @Nullable Object value) {
        put(schema.getField(field).pos(), value);
        return this;
    }

    @Override
    public Schema getSchema() {
        return schema;
    }

    @Override
    public @Nullable Object get(int field) {
        return values[field];
    }

    @Override
    public void put(int field, @Nullable Object value) {
        values[field] = value;
    }
}
