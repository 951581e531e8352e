package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.LaneView;
import dev.assay.schemas.LaneBound;
import java.util.Collection;

/** Lanes as JSON: {@code {lanes: [{lane, bound, boundFrom, unfinished, ...}]}}. */
public final class LaneJson {
    private LaneJson() {}

    public static ObjectNode of(Collection<LaneView> lanes) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        var all = object.putArray("lanes");
        for (LaneView lane : lanes) {
            ObjectNode node = all.addObject();
            LaneBound bound = lane.bound();
            node.put("lane", lane.lane());
            node.put("bound", LaneLines.bound(lane));
            node.put("boundFrom", bound == null ? "default" : "lane");
            if (bound != null) {
                node.put("boundBy", bound.getBy());
                node.put("boundAt", bound.getAt().toString());
                node.put("boundReason", bound.getReason());
            }
            var tenants = node.putArray("tenantBounds");
            for (LaneBound ofTenant : lane.tenantBounds()) {
                tenants.addObject()
                        .put("tenant", ofTenant.getTenant())
                        .put("bound", ofTenant.getBound())
                        .put("boundBy", ofTenant.getBy())
                        .put("boundAt", ofTenant.getAt().toString())
                        .put("boundReason", ofTenant.getReason());
            }
            node.put("unfinished", lane.unfinished());
            node.put("queued", lane.queued());
            node.put("parked", lane.parked());
            node.put("inFlight", lane.inFlight());
            node.put("workers", lane.workers());
            if (lane.slots() != null) {
                node.put("slotsGranted", lane.slots().granted());
                node.put("chunksWaiting", lane.slots().waiting());
            }
            if (lane.oldest() != null) {
                node.put("oldestEnqueuedAt", lane.oldest().toString());
            }
            if (lane.drainPerSecond() != null) {
                node.put("drainPerSecond", lane.drainPerSecond());
            }
        }
        return object;
    }
}
