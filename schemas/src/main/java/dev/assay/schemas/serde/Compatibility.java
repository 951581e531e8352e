package dev.assay.schemas.serde;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaIncompatibilityType;

/**
 * Whether records written by one schema can be read by another, and read as what they mean. Avro's own check looks at
 * the encoding only: it accepts a decimal whose scale changed (12.34 written at scale 2 reads as 0.1234 at scale 4) and
 * a timestamp whose unit changed, so this one compares the logical types too.
 */
final class Compatibility {
    private final List<String> problems = new ArrayList<>();
    private final Set<String> visited = new HashSet<>();

    private Compatibility() {}

    /** What stands in the way, as sentences with the place in the schema; empty when nothing does. */
    static List<String> problems(Schema reader, Schema writer) {
        return problems(reader, writer, true);
    }

    /**
     * The same but for branches of a union that the reader lacks. A record that holds one is refused when it is read;
     * those that hold another branch are fine, and an earlier version must go on reading them.
     */
    static List<String> problemsOfEveryRecord(Schema reader, Schema writer) {
        return problems(reader, writer, false);
    }

    private static List<String> problems(Schema reader, Schema writer, boolean branches) {
        Compatibility check = new Compatibility();
        SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getResult().getIncompatibilities().stream()
                .filter(found -> branches || found.getType() != SchemaIncompatibilityType.MISSING_UNION_BRANCH)
                .forEach(found -> check.problems.add(found.getLocation() + ": " + found.getMessage()));
        check.compare(reader, writer, "");
        return check.problems;
    }

    private void compare(Schema reader, Schema writer, String path) {
        for (Schema written : branches(writer)) {
            for (Schema read : branches(reader)) {
                if (read.getType() == written.getType()) {
                    compareSameType(read, written, path);
                }
            }
        }
    }

    private void compareSameType(Schema reader, Schema writer, String path) {
        switch (reader.getType()) {
            case RECORD -> compareFields(reader, writer, path);
            case ARRAY -> compare(reader.getElementType(), writer.getElementType(), path + "/items");
            case MAP -> compare(reader.getValueType(), writer.getValueType(), path + "/values");
            case ENUM, UNION, NULL, BOOLEAN -> {}
            case STRING, BYTES, FIXED, INT, LONG, FLOAT, DOUBLE -> compareMeaning(reader, writer, path);
        }
    }

    private void compareFields(Schema reader, Schema writer, String path) {
        boolean sameRecord = reader.getFullName().equals(writer.getFullName());
        if (!sameRecord || !visited.add(reader.getFullName())) {
            return;
        }
        for (Schema.Field field : reader.getFields()) {
            Schema.Field written = writer.getField(field.name());
            for (String alias : field.aliases()) {
                written = written == null ? writer.getField(alias) : written;
            }
            if (written != null) {
                compare(field.schema(), written.schema(), path + "/" + field.name());
            }
        }
    }

    private void compareMeaning(Schema reader, Schema writer, String path) {
        LogicalType read = reader.getLogicalType();
        LogicalType written = writer.getLogicalType();
        if (read instanceof LogicalTypes.Decimal wanted && written instanceof LogicalTypes.Decimal given) {
            if (wanted.getScale() != given.getScale()) {
                problems.add(path + ": decimal of scale " + given.getScale() + " would be read at scale "
                        + wanted.getScale());
            }
            if (wanted.getPrecision() < given.getPrecision()) {
                problems.add(path + ": decimal of precision " + given.getPrecision() + " does not fit precision "
                        + wanted.getPrecision());
            }
        } else if (!Objects.equals(name(read), name(written))) {
            problems.add(path + ": " + name(written) + " would be read as " + name(read));
        }
    }

    private static String name(LogicalType type) {
        return type == null ? "a plain value" : type.getName();
    }

    private static List<Schema> branches(Schema schema) {
        return schema.isUnion() ? schema.getTypes() : List.of(schema);
    }
}
