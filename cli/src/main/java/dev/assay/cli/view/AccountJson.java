package dev.assay.cli.view;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.read.FleetView;
import dev.assay.cli.read.FleetView.AccountState;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.RecordJson;
import java.time.Instant;

/** Accounts and closed gates as JSON: {@code {accounts: [{account, state, ...}], gates: [{account, model, ...}]}}. */
public final class AccountJson {
    private AccountJson() {}

    public static ObjectNode of(FleetView fleet, Instant now) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        var accounts = object.putArray("accounts");
        fleet.accounts().forEach((name, state) -> accounts.add(node(state)));
        var gates = object.putArray("gates");
        for (GateClosed gate : fleet.closedGates(now)) {
            gates.add(RecordJson.of(gate));
        }
        return object;
    }

    private static ObjectNode node(AccountState state) {
        return switch (state) {
            case AccountState.Blocked(var block) -> RecordJson.of(block).put("state", "blocked");
            case AccountState.Free(var unblock) -> RecordJson.of(unblock).put("state", "free");
        };
    }
}
