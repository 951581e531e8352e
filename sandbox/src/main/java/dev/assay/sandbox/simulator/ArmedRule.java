package dev.assay.sandbox.simulator;

import dev.assay.sandbox.answers.AnswerHash;
import dev.assay.sandbox.wire.Headers;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;

/** A rule since the moment that it was given, and how often it has struck. */
final class ArmedRule {
    private final FaultRule rule;
    private final Instant base;
    private final long seed;
    private final Fault fault;
    private final AtomicInteger struck = new AtomicInteger();

    ArmedRule(FaultRule rule, Instant given, long seed) {
        this.rule = rule;
        this.base = rule.at() == null ? given : rule.at();
        this.seed = seed;
        this.fault = fault(rule);
    }

    FaultRule rule() {
        return rule;
    }

    Fault fault() {
        return fault;
    }

    int struck() {
        return struck.get();
    }

    /**
     * Whether it strikes; counts when it does.
     *
     * @param identity what tells this call from others, for the share
     */
    boolean strikes(ChatRequest request, String identity, Instant now) {
        boolean meant = isOpen(Duration.between(base, now))
                && (rule.model() == null || rule.model().equals(request.model()))
                && (rule.marker() == null || request.prompt().contains(rule.marker()))
                && (rule.share() == null || AnswerHash.share(seed, identity) < rule.share());
        return meant && takesOne();
    }

    private boolean isOpen(Duration age) {
        boolean begun = !age.isNegative() && (rule.from() == null || age.compareTo(rule.from()) >= 0);
        return begun && (rule.until() == null || age.compareTo(rule.until()) < 0);
    }

    private boolean takesOne() {
        if (rule.count() == null) {
            struck.incrementAndGet();
            return true;
        }
        int most = rule.count();
        return struck.getAndUpdate(times -> Math.min(most, times + 1)) < most;
    }

    private static Fault fault(FaultRule rule) {
        Fault named = FaultNames.parse(rule.fault());
        if (!(named instanceof Fault.Canned canned)) {
            return named;
        }
        Headers headers = canned.headers();
        if (rule.headers() != null) {
            for (var header : rule.headers().entrySet()) {
                headers = headers.replace(header.getKey(), header.getValue());
            }
        }
        return new Fault.Canned(
                rule.status() == null ? canned.status() : rule.status(),
                headers,
                rule.body() == null ? canned.body() : rule.body());
    }
}
