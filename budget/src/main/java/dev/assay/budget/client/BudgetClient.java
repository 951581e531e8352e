package dev.assay.budget.client;
public final class BudgetClient { public static Budgets start(dev.assay.runtime.KafkaClients c, String n, java.util.List<dev.assay.schemas.BudgetLimits> own, dev.assay.runtime.Clock clock) { throw new UnsupportedOperationException(); } }
