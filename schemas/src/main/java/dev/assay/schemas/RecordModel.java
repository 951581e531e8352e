package dev.assay.schemas;

import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.specific.AvroGenerated;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.ClassSecurityValidator;
import org.jspecify.annotations.NullMarked;

/**
 * The data model of Assay's generated records; the generator's template makes each of them use it. Two things differ
 * from Avro's own:
 *
 * <p>Loading it makes Avro trust the generated records. Since 1.12.2 Avro refuses every class that nobody vouched for
 * (AVRO-4189), even in {@code Job.newBuilder(job)}. A service file that Avro reads by itself is no way to say so: its
 * Maven plugin reads it too, before this class is compiled.
 *
 * <p>Lists in records are plain lists. Avro's own list compares its items without the conversions of the record's
 * model, so {@code equals} of a record that was read or copied throws where an item holds a decimal.
 */
@NullMarked
public final class RecordModel extends SpecificData {
    private static final String PACKAGE = RecordModel.class.getPackageName();

    static {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(PACKAGE) && type.isAnnotationPresent(AvroGenerated.class)));
    }

    RecordModel() {
        super(RecordModel.class.getClassLoader());
    }

    /** Makes Avro trust the generated records, for those who look one up by name before any is loaded. */
    public static void load() {}

    @Override
    public Object newArray(Object old, int size, Schema schema) {
        return new ArrayList<>(size);
    }

    /** As Avro's, which calls this method again for every part of a value. */
    @Override
    @SuppressWarnings("unchecked")
    public <T> T deepCopy(Schema schema, T value) {
        if (schema.getType() != Schema.Type.ARRAY || !(value instanceof List<?> items)) {
            return super.deepCopy(schema, value);
        }
        List<Object> copy = new ArrayList<>(items.size());
        items.forEach(item -> copy.add(deepCopy(schema.getElementType(), item)));
        return (T) copy;
    }
}
