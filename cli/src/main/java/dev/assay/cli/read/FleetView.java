package dev.assay.cli.read;

import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.AccountUnblock;
import dev.assay.schemas.BudgetLimits;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.LaneBound;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the fleet knows of accounts, gates, lanes and budgets. Accounts of which nobody ever had to say anything are not in it.
 *
 * @param accounts by label, those that were ever blocked
 * @param gates the last word on each gate, those over too
 * @param bounds the last word on each lane's bound, those taken back too
 * @param tenantBounds the last word on each bound that a tenant has in a lane, those taken back too
 * @param limits the last word on each budget's limits, those taken back too
 * @param damaged records that cannot be read
 */
public record FleetView(
        SortedMap<String, AccountState> accounts,
        List<GateClosed> gates,
        SortedMap<String, LaneBound> bounds,
        List<LaneBound> tenantBounds,
        SortedMap<String, BudgetLimits> limits,
        long damaged) {
    public FleetView {
        accounts = new TreeMap<>(accounts);
        gates = List.copyOf(gates);
        bounds = new TreeMap<>(bounds);
        tenantBounds = tenantBounds.stream()
                .sorted(Comparator.comparing(LaneBound::getLane).thenComparing(LaneBound::getTenant))
                .toList();
        limits = new TreeMap<>(limits);
    }

    /** How an account stands. */
    public sealed interface AccountState {
        /** No call uses it. */
        record Blocked(AccountBlock block) implements AccountState {}

        /** It was blocked, and is no more. */
        record Free(AccountUnblock unblock) implements AccountState {}
    }

    /** The bound that a person set for a lane; empty where it has none of its own. */
    public Optional<LaneBound> boundOf(String lane) {
        return Optional.ofNullable(bounds.get(lane)).filter(bound -> bound.getBound() != null);
    }

    /** The bounds that persons set for tenants in a lane, by tenant. */
    public List<LaneBound> tenantBoundsOf(String lane) {
        return tenantBounds.stream()
                .filter(bound -> bound.getLane().equals(lane) && bound.getBound() != null)
                .toList();
    }

    /** The limits of a budget; empty where it has none. */
    public Optional<BudgetLimits> limitsOf(String budget) {
        return Optional.ofNullable(limits.get(budget))
                .filter(found -> !found.getLimits().isEmpty());
    }

    /** The budgets that have limits. */
    public List<String> limited() {
        return limits.keySet().stream()
                .filter(budget -> limitsOf(budget).isPresent())
                .toList();
    }

    public Optional<AccountBlock> blockOf(String account) {
        return accounts.get(account) instanceof AccountState.Blocked(AccountBlock block)
                ? Optional.of(block)
                : Optional.empty();
    }

    /** Gates that are closed at that time, by account and model. */
    public List<GateClosed> closedGates(Instant now) {
        return gates.stream().filter(gate -> gate.getUntil().isAfter(now)).toList();
    }

    /** Every account that was ever spoken of. */
    public TreeSet<String> names() {
        TreeSet<String> names =
                gates.stream().map(GateClosed::getAccount).collect(Collectors.toCollection(TreeSet::new));
        names.addAll(accounts.keySet());
        return names;
    }

    /** The accounts' states, to be read only. */
    @Override
    public SortedMap<String, AccountState> accounts() {
        return Collections.unmodifiableSortedMap(accounts);
    }

    /** The lanes' bounds, to be read only. */
    @Override
    public SortedMap<String, LaneBound> bounds() {
        return Collections.unmodifiableSortedMap(bounds);
    }

    /** The budgets' limits, to be read only. */
    @Override
    public SortedMap<String, BudgetLimits> limits() {
        return Collections.unmodifiableSortedMap(limits);
    }
}
