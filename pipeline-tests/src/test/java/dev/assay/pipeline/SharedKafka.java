package dev.assay.pipeline;

import dev.assay.sandbox.process.ClassArchive;
import dev.assay.testkit.Rehearsal;
import dev.assay.testkit.TestKafka;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives scenarios the one Kafka that those share which do nothing to it; started when first asked for. */
final class SharedKafka implements ParameterResolver {
    private static final ExtensionContext.Namespace KEY = ExtensionContext.Namespace.create(SharedKafka.class);

    /** The way to it. */
    interface Access {
        /** The Kafka that the build's property names; empty where that is a container and no Docker engine answers. */
        Optional<TestKafka> open();
    }

    private record Kept(Optional<TestKafka> kafka) implements AutoCloseable {
        @Override
        public void close() {
            kafka.ifPresent(TestKafka::close);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Access.class;
    }

    @Override
    public Access resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return () -> context.getRoot()
                .getStore(KEY)
                .computeIfAbsent("kafka", name -> open(), Kept.class)
                .kafka();
    }

    private static Kept open() {
        ClassArchive.ofThisJvm().prepare(Rehearsal.class);
        return new Kept(TestKafka.open());
    }
}
