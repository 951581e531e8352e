package dev.assay.schemas.serde;

import org.apache.avro.specific.AvroGenerated;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Tells Avro that Assay's generated records may be instantiated: since 1.12.2 it refuses every class that nobody
 * vouched for (AVRO-4189). The serdes do this when they are loaded; a program that copies records
 * ({@code Job.newBuilder(job)}) without any serde calls {@link #ensure} first. A service file that Avro would read by
 * itself is no way: Avro's own Maven plugin reads it too, before the class is compiled.
 */
public final class TrustedRecords {
    private static final String PACKAGE = "dev.assay.schemas";

    static {
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(
                ClassSecurityValidator.getGlobal(),
                type -> type.getPackageName().equals(PACKAGE) && type.isAnnotationPresent(AvroGenerated.class)));
    }

    private TrustedRecords() {}

    /** Loading the class is all it takes; calling it again changes nothing. */
    public static void ensure() {}
}
