package dev.assay.budget.ledger;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The calls as a provider saw them arrive, and what its sliding minutes held. */
final class ProviderLog {
    private static final long MINUTE_MILLIS = 60_000;

    private final List<Call> calls = new ArrayList<>();

    void arrived(long at, long tokens) {
        calls.add(new Call(at, tokens));
    }

    int size() {
        return calls.size();
    }

    /** Most calls in any 60 seconds. */
    long peakRequests() {
        return peak(false);
    }

    /** Most tokens in any 60 seconds. */
    long peakTokens() {
        return peak(true);
    }

    long requestsBetween(long from, long to) {
        return calls.stream().filter(call -> call.at >= from && call.at < to).count();
    }

    long tokensBetween(long from, long to) {
        return calls.stream()
                .filter(call -> call.at >= from && call.at < to)
                .mapToLong(Call::tokens)
                .sum();
    }

    private long peak(boolean ofTokens) {
        List<Call> sorted =
                calls.stream().sorted(Comparator.comparingLong(Call::at)).toList();
        long sum = 0;
        long peak = 0;
        int first = 0;
        for (Call call : sorted) {
            sum += ofTokens ? call.tokens : 1;
            while (sorted.get(first).at <= call.at - MINUTE_MILLIS) {
                sum -= ofTokens ? sorted.get(first).tokens : 1;
                first++;
            }
            peak = Math.max(peak, sum);
        }
        return peak;
    }

    private record Call(long at, long tokens) {}
}
