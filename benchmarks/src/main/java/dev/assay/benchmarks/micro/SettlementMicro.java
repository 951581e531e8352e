package dev.assay.benchmarks.micro;

import dev.assay.schemas.settlement.OffsetRange;
import dev.assay.schemas.settlement.Settlement;
import dev.assay.schemas.settlement.Starts;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Commit metadata: what a worker writes with each settlement of a partition, and what everybody reads. */
@State(Scope.Benchmark)
public class SettlementMicro {
    private static final long LOW_WATER = 1_000_000;

    /** Ranges finished beyond the low-water mark, and as many jobs started. */
    @Param({"1", "16", "64"})
    public int gaps;

    private Settlement settlement = Settlement.at(LOW_WATER);
    private String metadata = "";

    @Setup
    public void make() {
        List<OffsetRange> finished = new ArrayList<>();
        NavigableMap<Long, Starts> started = new TreeMap<>();
        for (int gap = 0; gap < gaps; gap++) {
            long at = LOW_WATER + 5L * gap;
            started.put(at, new Starts(1, 0));
            finished.add(new OffsetRange(at + 2, at + 4));
        }
        settlement = new Settlement(LOW_WATER, finished, started);
        metadata = settlement.encode();
    }

    @Benchmark
    public String encode() {
        return settlement.encode();
    }

    @Benchmark
    public Settlement decode() {
        return Settlement.decode(LOW_WATER, metadata);
    }
}
