package dev.assay.budget.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which clients live, as far as their requests tell. What waits of a silent one is passed over, so that no room goes to
 * the dead, and keeps its place until it is heard of again or given up.
 */
final class Clients {
    private final long silenceMillis;
    private final long farewellMillis;
    private final Map<String, Client> clients = new HashMap<>();

    Clients(LedgerSettings settings) {
        this.silenceMillis = settings.silence().toMillis();
        this.farewellMillis = settings.farewell().toMillis();
    }

    /** Notes that a client lives; returns what waits of it and was passed over until now. */
    Collection<Waiter> hear(String name, long now) {
        Client client = clients.computeIfAbsent(name, unknown -> new Client());
        client.heardAt = now;
        if (!client.isSilent) {
            return List.of();
        }
        client.isSilent = false;
        return List.copyOf(client.waiting);
    }

    /** Notes who waits. One that was never heard of counts as silent from now on. */
    void add(Waiter waiter, long now) {
        clients.computeIfAbsent(waiter.client(), unknown -> new Client(now, true))
                .waiting
                .add(waiter);
    }

    void remove(Waiter waiter) {
        Client client = clients.get(waiter.client());
        if (client != null) {
            client.waiting.remove(waiter);
        }
    }

    boolean isSilent(String name) {
        Client client = clients.get(name);
        return client == null || client.isSilent;
    }

    /** What waits of those that are silent from now on. */
    List<Waiter> fallenSilent(long now) {
        List<Waiter> waiting = new ArrayList<>();
        for (Client client : clients.values()) {
            if (!client.isSilent && now - client.heardAt > silenceMillis && !client.waiting.isEmpty()) {
                client.isSilent = true;
                waiting.addAll(client.waiting);
            }
        }
        return waiting;
    }

    /** What waits of those that are given up; they are forgotten, and so are those that want nothing. */
    List<Waiter> givenUp(long now) {
        List<Waiter> waiting = new ArrayList<>();
        clients.values().removeIf(client -> {
            boolean gone = now - client.heardAt > farewellMillis;
            if (gone) {
                waiting.addAll(client.waiting);
            }
            return gone;
        });
        return waiting;
    }

    /** When the next one falls silent or is given up; {@link Long#MAX_VALUE} where nothing waits. */
    long nextSilence() {
        long next = Long.MAX_VALUE;
        for (Client client : clients.values()) {
            if (!client.waiting.isEmpty()) {
                next = Math.min(next, client.heardAt + (client.isSilent ? farewellMillis : silenceMillis) + 1);
            }
        }
        return next;
    }

    private static final class Client {
        private final Set<Waiter> waiting = new LinkedHashSet<>();
        private long heardAt;
        private boolean isSilent;

        private Client() {}

        private Client(long heardAt, boolean isSilent) {
            this.heardAt = heardAt;
            this.isSilent = isSilent;
        }
    }
}
