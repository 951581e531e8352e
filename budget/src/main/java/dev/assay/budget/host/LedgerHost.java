package dev.assay.budget.host;
public final class LedgerHost implements AutoCloseable { public static LedgerHost start(dev.assay.runtime.KafkaClients c, String n, dev.assay.runtime.Clock clock, java.util.function.Consumer<Throwable> f) { throw new UnsupportedOperationException(); } public void close() {} }
