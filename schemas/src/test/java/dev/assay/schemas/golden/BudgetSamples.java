package dev.assay.schemas.golden;

import dev.assay.schemas.Amounts;
import dev.assay.schemas.Beat;
import dev.assay.schemas.BudgetLimit;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.BudgetMeasure;
import dev.assay.schemas.BudgetState;
import dev.assay.schemas.BudgetWindow;
import dev.assay.schemas.Cancel;
import dev.assay.schemas.CandidateBudget;
import dev.assay.schemas.DayUse;
import dev.assay.schemas.Gated;
import dev.assay.schemas.Granted;
import dev.assay.schemas.Lease;
import dev.assay.schemas.LedgerEntry;
import dev.assay.schemas.LedgerRefusal;
import dev.assay.schemas.LedgerRequest;
import dev.assay.schemas.LedgerSnapshot;
import dev.assay.schemas.OwnerEpoch;
import dev.assay.schemas.Refused;
import dev.assay.schemas.Released;
import dev.assay.schemas.Reserve;
import dev.assay.schemas.RouteBudgets;
import dev.assay.schemas.Settle;
import dev.assay.schemas.Throttled;
import dev.assay.schemas.WindowUse;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/** The records of the ledger, with every field set to something that is no default. */
final class BudgetSamples {
    private static final Instant TIME = Instant.parse("2026-03-01T12:34:56.789Z");
    private static final String BUDGET = "calls/alpha-eval/gpt-4o";
    private static final String CLIENT = "worker-1-5f3a";
    private static final String ID = CLIENT + "-77";

    private BudgetSamples() {}

    static BudgetLimits limits() {
        return BudgetLimits.newBuilder()
                .setBudget(BUDGET)
                .setLimits(List.of(
                        limit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 480),
                        limit(BudgetMeasure.TOKENS, BudgetWindow.MINUTE, 5_000_000_000L),
                        limit(BudgetMeasure.REQUESTS, BudgetWindow.HELD, 64),
                        limit(BudgetMeasure.MONEY, BudgetWindow.DAY, 250_000_000)))
                .setIsSetByHand(true)
                .setBy("kim@laptop")
                .setReason("the provider raised it")
                .setAt(TIME)
                .setSettings(List.of(limit(BudgetMeasure.REQUESTS, BudgetWindow.MINUTE, 400)))
                .setTenants(Map.of("acme", 5_000L))
                .build();
    }

    static RouteBudgets route() {
        return new RouteBudgets(
                "main",
                List.of(
                        new CandidateBudget("gpt-4o", BUDGET, true),
                        new CandidateBudget("small", "calls/b/small", false)),
                "worker-1",
                TIME);
    }

    static Map<String, SpecificRecordBase> requests() {
        Map<String, SpecificRecordBase> all = new LinkedHashMap<>();
        all.put("LedgerRequest.reserve", request(reserve()));
        all.put("LedgerRequest.settle", request(new Settle(ID, used(), true)));
        all.put("LedgerRequest.cancel", request(new Cancel(ID)));
        all.put("LedgerRequest.beat", request(new Beat()));
        all.put("LedgerRequest.throttled", request(throttled()));
        return all;
    }

    static Map<String, SpecificRecordBase> entries() {
        Map<String, SpecificRecordBase> all = new LinkedHashMap<>();
        all.put(
                "LedgerEntry.epoch",
                LedgerEntry.newBuilder()
                        .setBudget("")
                        .setEpoch(-1)
                        .setAt(TIME)
                        .setRequestOffset(-1)
                        .setEvent(new OwnerEpoch(CLIENT))
                        .build());
        all.put("LedgerEntry.granted", entry(granted()));
        all.put("LedgerEntry.refused", entry(refused()));
        all.put("LedgerEntry.released", entry(new Released(ID, used(), true)));
        all.put("LedgerEntry.gated", entry(gated()));
        return all;
    }

    static LedgerSnapshot snapshot() {
        return LedgerSnapshot.newBuilder()
                .setPartition(3)
                .setEpoch(1_234_567)
                .setJournalOffset(5_000_000_000L)
                .setRequestOffset(4_000_000_000L)
                .setAt(TIME)
                .setBudgets(List.of(state()))
                .build();
    }

    private static Reserve reserve() {
        return Reserve.newBuilder()
                .setId(ID)
                .setTenant("team-a")
                .setLane("batch")
                .setPriority(-3)
                .setAmounts(reserved())
                .setWaitUntil(TIME.plusSeconds(60))
                .setHoldMillis(90_000)
                .setFence("assay.submit.run-1")
                .setLeastRequests(2L)
                .build();
    }

    private static Throttled throttled() {
        return Throttled.newBuilder()
                .setUntil(TIME.plusSeconds(13))
                .setMeasure(BudgetMeasure.TOKENS)
                .setWindow(BudgetWindow.MINUTE)
                .setUsed(59_123L)
                .setMessage("slow down")
                .build();
    }

    private static Granted granted() {
        return Granted.newBuilder()
                .setId(ID)
                .setClient(CLIENT)
                .setTenant("team-a")
                .setAmounts(reserved())
                .setStartBy(TIME.plusMillis(800))
                .setHeldUntil(TIME.plusSeconds(90))
                .setFence("assay.submit.run-1")
                .build();
    }

    private static Refused refused() {
        return Refused.newBuilder()
                .setId(ID)
                .setClient(CLIENT)
                .setReason(LedgerRefusal.TOKENS_EXHAUSTED)
                .setLimit("5000 tokens a minute")
                .setRetryAfterMillis(12_345)
                .build();
    }

    private static Gated gated() {
        return Gated.newBuilder()
                .setUntil(TIME.plusSeconds(13))
                .setFactor(0.5)
                .setPhantom(used())
                .setMessage("slow down")
                .build();
    }

    private static BudgetState state() {
        return BudgetState.newBuilder()
                .setBudget(BUDGET)
                .setWindows(List.of(new WindowUse(TIME.minusSeconds(7), used())))
                .setLeases(List.of(Lease.newBuilder()
                        .setId(ID)
                        .setClient(CLIENT)
                        .setTenant("team-a")
                        .setAmounts(reserved())
                        .setGrantedAt(TIME)
                        .setStartBy(TIME.plusMillis(800))
                        .setHeldUntil(TIME.plusSeconds(90))
                        .setIsExpired(true)
                        .setFence("assay.submit.run-1")
                        .build()))
                .setDay(DayUse.newBuilder()
                        .setDay(20_513)
                        .setAmounts(reserved())
                        .setUncertain(used())
                        .build())
                .setGateUntil(TIME.plusSeconds(13))
                .setFactor(0.55)
                .setFactorAt(TIME.minusSeconds(2))
                .build();
    }

    private static Amounts reserved() {
        return new Amounts(1L, 1_200L, 256L, 4_200L);
    }

    private static Amounts used() {
        return new Amounts(1L, 1_187L, 64L, 2_345L);
    }

    private static BudgetLimit limit(BudgetMeasure measure, BudgetWindow window, long amount) {
        return new BudgetLimit(measure, window, amount);
    }

    private static LedgerRequest request(SpecificRecordBase event) {
        return LedgerRequest.newBuilder()
                .setBudget(BUDGET)
                .setClient(CLIENT)
                .setAt(TIME)
                .setEvent(event)
                .build();
    }

    private static LedgerEntry entry(SpecificRecordBase event) {
        return LedgerEntry.newBuilder()
                .setBudget(BUDGET)
                .setEpoch(1_234_567)
                .setAt(TIME)
                .setRequestOffset(4_000_000_000L)
                .setEvent(event)
                .build();
    }
}
