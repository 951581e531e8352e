package dev.assay.cli.view;

import dev.assay.cli.read.LaneView;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.producer.SendSettings;
import dev.assay.schemas.LaneBound;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lanes in lines for people. */
public final class LaneLines {
    private LaneLines() {}

    public static List<String> of(Collection<LaneView> lanes, Instant now, Style style) {
        if (lanes.isEmpty()) {
            return List.of("this cluster has no lane; create the topics with: assay topics apply");
        }
        Table table = new Table(
                "LANE",
                ">BOUND",
                ">UNFINISHED",
                ">QUEUED",
                ">PARKED",
                ">IN FLIGHT",
                ">GRANTED",
                ">OLDEST",
                ">DRAINS",
                ">WORKERS");
        List<String> words = new ArrayList<>();
        for (LaneView lane : lanes) {
            LaneBound bound = lane.bound();
            table.row(
                    lane.lane(),
                    Figures.count(bound(lane)),
                    Figures.count(lane.unfinished()),
                    Figures.count(lane.queued()),
                    Figures.count(lane.parked()),
                    Figures.count(lane.inFlight()),
                    granted(lane.slots()),
                    age(lane.oldest(), now),
                    lane.drainPerSecond() == null ? "" : Figures.rate(lane.drainPerSecond()),
                    Figures.count(lane.workers()));
            words.add("bound of " + lane.lane() + ": " + (bound == null ? "the default" : setBy(bound)));
            for (LaneBound ofTenant : lane.tenantBounds()) {
                words.add("bound of tenant " + ofTenant.getTenant() + " in " + lane.lane() + ": "
                        + Figures.count(ofTenant.getBound()) + ", " + setBy(ofTenant));
            }
        }
        List<String> lines = new ArrayList<>(table.lines(style));
        lines.add("");
        lines.addAll(words);
        return lines;
    }

    private static String setBy(LaneBound bound) {
        return "set by " + bound.getBy() + " at " + bound.getAt() + ": "
                + bound.getReason().replaceAll("\\s+", " ").strip();
    }

    /** What submits that state no bound of their own are held to. */
    static long bound(LaneView lane) {
        LaneBound bound = lane.bound();
        return bound == null || bound.getBound() == null ? SendSettings.STANDARD_BOUND : bound.getBound();
    }

    private static String granted(LaneView.@Nullable Slots slots) {
        if (slots == null) {
            return "";
        }
        String granted = Figures.count(slots.granted());
        return slots.waiting() == 0 ? granted : granted + " (" + Figures.count(slots.waiting()) + " wait)";
    }

    private static String age(@Nullable Instant oldest, Instant now) {
        if (oldest == null) {
            return "";
        }
        Duration age = Duration.between(oldest, now);
        return Figures.duration(age.isNegative() ? Duration.ZERO : age);
    }
}
