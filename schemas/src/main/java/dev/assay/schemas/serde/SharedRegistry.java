package dev.assay.schemas.serde;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.avro.Schema;

/**
 * One serde's share of a registry: a process has one registry for equal settings however many serdes it has, and the
 * last of them to close releases its connections.
 */
final class SharedRegistry implements SchemaRegistry {
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final Map<RegistrySettings, Use> IN_USE = new HashMap<>();

    private final RegistrySettings settings;
    private final SchemaRegistry registry;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedRegistry(RegistrySettings settings, SchemaRegistry registry) {
        this.settings = settings;
        this.registry = registry;
    }

    /** A registry and how many serdes hold it. */
    private record Use(SchemaRegistry registry, int holders) {}

    static SharedRegistry of(RegistrySettings settings) {
        LOCK.lock();
        try {
            Use use = IN_USE.get(settings);
            SchemaRegistry registry = use == null ? open(settings) : use.registry();
            IN_USE.put(settings, new Use(registry, use == null ? 1 : use.holders() + 1));
            return new SharedRegistry(settings, registry);
        } finally {
            LOCK.unlock();
        }
    }

    private static SchemaRegistry open(RegistrySettings settings) {
        return switch (settings) {
            case RegistrySettings.Http http -> new HttpSchemaRegistry(http.endpoints());
            case RegistrySettings.Topic topic -> new TopicSchemaRegistry(topic.name(), topic.clients());
        };
    }

    @Override
    public int idOf(String subject, Schema schema, boolean register) {
        return registry.idOf(subject, schema, register);
    }

    @Override
    public Optional<Schema> schema(int id) {
        return registry.schema(id);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && isLast()) {
            registry.close();
        }
    }

    private boolean isLast() {
        LOCK.lock();
        try {
            Use left = IN_USE.computeIfPresent(
                    settings, (key, use) -> use.holders() == 1 ? null : new Use(use.registry(), use.holders() - 1));
            return left == null;
        } finally {
            LOCK.unlock();
        }
    }
}
