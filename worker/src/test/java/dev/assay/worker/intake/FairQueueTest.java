package dev.assay.worker.intake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairQueueTest {
    private record Item(String tenant, int partition, int number) {}

    private final FairQueue<Integer, Item> queue = new FairQueue<>();

    @Test
    void tenantsTakeTurnsHoweverManyJobsOneHas() {
        for (int i = 0; i < 1_000; i++) {
            add("a", 0, i);
        }
        for (int i = 0; i < 3; i++) {
            add("b", 1, i);
        }

        assertThat(take(7)).extracting(Item::tenant).containsExactly("a", "b", "a", "b", "a", "b", "a");
    }

    @Test
    void aTenantsPartitionsTakeTurns() {
        for (int i = 0; i < 2; i++) {
            add("a", 0, i);
            add("a", 1, i);
            add("a", 2, i);
        }

        assertThat(take(6)).extracting(Item::partition).containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Test
    void aPartitionThatMayNotStartIsPassedOver() {
        add("a", 0, 0);
        add("b", 0, 0);
        add("b", 1, 0);

        assertThat(queue.poll(item -> item.partition() != 0)).isEqualTo(new Item("b", 1, 0));
        assertThat(queue.poll(item -> item.partition() != 0)).isNull();
        assertThat(queue.size()).isEqualTo(2);
    }

    @Test
    void whatIsGivenBackIsTheNextOfItsPartition() {
        add("a", 0, 0);
        add("a", 0, 1);
        Item first = take(1).getFirst();

        queue.addFirst("a", 0, first);

        assertThat(take(2)).extracting(Item::number).containsExactly(0, 1);
    }

    @Test
    void aRemovedPartitionIsForgotten() {
        add("a", 0, 0);
        add("a", 1, 0);
        add("b", 1, 0);

        queue.removePartition(1);

        assertThat(queue.size()).isEqualTo(1);
        assertThat(take(1)).containsExactly(new Item("a", 0, 0));
        assertThat(queue.poll(item -> true)).isNull();
    }

    @Test
    void everythingComesOnceInTheOrderOfItsPartitionAndNoTenantWaitsLongerThanARound() {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            FairQueue<Integer, Item> mixed = new FairQueue<>();
            int tenants = 1 + random.nextInt(6);
            Map<String, Integer> added = new HashMap<>();
            int total = 300;
            for (int i = 0; i < total; i++) {
                Item item = new Item("t" + random.nextInt(tenants), random.nextInt(4), i);
                mixed.add(item.tenant(), item.partition(), item);
                added.merge(item.tenant(), 1, Integer::sum);
            }
            Map<String, Integer> lastOfLine = new HashMap<>();
            Map<String, Integer> lastTurn = new HashMap<>();
            Map<String, Integer> left = new HashMap<>(added);
            for (int turn = 0; turn < total; turn++) {
                Item item = mixed.poll(any -> true);
                requireNonNull(item);
                String line = item.tenant() + item.partition();
                assertThat(item.number()).isGreaterThan(lastOfLine.getOrDefault(line, -1));
                lastOfLine.put(line, item.number());
                int since = turn - lastTurn.getOrDefault(item.tenant(), -1);
                assertThat(since).isLessThanOrEqualTo(tenants);
                lastTurn.put(item.tenant(), turn);
                left.merge(item.tenant(), -1, Integer::sum);
            }
            assertThat(left.values()).containsOnly(0);
            assertThat(mixed.size()).isZero();
        }
    }

    private void add(String tenant, int partition, int number) {
        queue.add(tenant, partition, new Item(tenant, partition, number));
    }

    private List<Item> take(int count) {
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Item item = queue.poll(any -> true);
            if (item != null) {
                items.add(item);
            }
        }
        return items;
    }
}
