package dev.assay.schemas.serde;

import java.util.Optional;
import org.apache.avro.Schema;

/** Where schemas have their ids; safe for several threads. */
interface SchemaRegistry extends AutoCloseable {
    /**
     * The id of a schema.
     *
     * @param subject the name that an HTTP registry keeps the schema's versions under
     * @param register whether to register a schema that has no id yet
     * @throws org.apache.kafka.common.errors.SerializationException when the registry refuses the schema, or does not
     *     have it and {@code register} is false
     * @throws RegistryUnavailableException when the registry cannot be asked
     */
    int idOf(String subject, Schema schema, boolean register);

    /**
     * The schema of an id; empty when the registry has none.
     *
     * @throws RegistryUnavailableException when the registry cannot be asked
     */
    Optional<Schema> schema(int id);

    @Override
    void close();
}
