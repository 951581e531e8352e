package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.terminal.Figures;
import dev.assay.scorer.epochs.Samples;
import dev.assay.scorer.stats.Bootstrap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The samples of a run of several epochs, in lines for people and as JSON. */
public final class SampleLines {
    private static final int NAMED = 5;

    private SampleLines() {}

    public static List<String> of(Samples samples, @Nullable String reducer) {
        List<String> lines = new ArrayList<>();
        lines.add(" samples       " + Figures.count(samples.samples()) + " of " + samples.expected()
                + " epochs each, by " + (reducer == null ? "mean" : reducer) + "; "
                + Figures.count(samples.scored()) + " scored, " + Figures.count(samples.passed()) + " passed");
        lines.add("   passing     " + figure(samples.passRate(), samples.passInterval()));
        lines.add("   value       " + figure(samples.mean(), samples.meanInterval()));
        if (samples.incomplete() > 0) {
            List<String> named = samples.namedIncomplete();
            lines.add("   missing     " + Figures.counted(samples.incomplete(), "sample") + " without all epochs: "
                    + String.join(
                            ", ",
                            named.stream()
                                    .limit(NAMED)
                                    .map(id -> Printable.line(id, 40))
                                    .toList())
                    + (samples.incomplete() > NAMED ? ", ..." : ""));
        }
        if (samples.partlyScored() > 0) {
            lines.add("   unscored    " + Figures.counted(samples.partlyScored(), "sample")
                    + " with an epoch that has no value");
        }
        return lines;
    }

    public static ObjectNode json(Samples samples, @Nullable String reducer) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("epochs", samples.expected());
        object.put("reducer", reducer == null ? "mean" : reducer);
        object.put("samples", samples.samples());
        object.put("ended", samples.epochs());
        object.put("incomplete", samples.incomplete());
        samples.namedIncomplete().forEach(object.putArray("namedIncomplete")::add);
        object.put("partlyScored", samples.partlyScored());
        object.put("scored", samples.scored());
        object.put("passed", samples.passed());
        object.set("passRate", interval(samples.passRate(), samples.passInterval()));
        object.set("mean", interval(samples.mean(), samples.meanInterval()));
        return object;
    }

    private static String figure(@Nullable Double value, @Nullable Bootstrap interval) {
        if (value == null) {
            return "-";
        }
        return String.format(Locale.ROOT, "%.4f", value)
                + (interval == null
                        ? ""
                        : String.format(
                                Locale.ROOT, "  (95 %% between %.4f and %.4f)", interval.low(), interval.high()));
    }

    private static ObjectNode interval(@Nullable Double value, @Nullable Bootstrap interval) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("value", value);
        object.put("low", interval == null ? null : (Double) interval.low());
        object.put("high", interval == null ? null : (Double) interval.high());
        object.put("resamples", interval == null ? null : (Integer) interval.resamples());
        return object;
    }
}
