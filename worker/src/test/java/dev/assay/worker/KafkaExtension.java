package dev.assay.worker;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One broker for all tests of the JVM; each test has topics of its own on it. */
final class KafkaExtension implements ParameterResolver {
    private static final ExtensionContext.Namespace KEY = ExtensionContext.Namespace.create(KafkaExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == EmbeddedKafka.class;
    }

    @Override
    public EmbeddedKafka resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(KEY)
                .computeIfAbsent(
                        "broker", name -> EmbeddedKafka.start(EmbeddedKafkaSettings.temporary()), EmbeddedKafka.class);
    }
}
