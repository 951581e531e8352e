package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.read.FleetReader;
import dev.assay.cli.read.FleetView;
import dev.assay.runtime.Clock;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.AccountBlock;
import dev.assay.schemas.FailureKind;
import dev.assay.schemas.GateClosed;
import dev.assay.schemas.topics.Keys;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Accounts by hand, against a broker and no worker at all. */
class AccountsCommandIT {
    private static EmbeddedKafka broker;
    private static KafkaClients clients;

    @BeforeAll
    static void start() {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        Topics topics = Topics.standard();
        clients = new KafkaClients(new KafkaSettings(Map.of("bootstrap.servers", broker.bootstrap()), topics));
        try (Admin admin = clients.admin("test")) {
            new TopicAdmin(admin).apply(TopicCatalogue.of(topics, List.of("batch"), TopicSizes.LAPTOP), (short) 1);
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @Test
    void aBlockedAccountIsListedAndUnblockedByWord() throws Exception {
        block("paid-late", 2);

        Call list = assay("accounts", "list");
        assertThat(list.code()).as(list.err()).isZero();
        assertThat(list.out())
                .containsPattern("paid-late +blocked +QUOTA_EXHAUSTED .* in 9 min .* 2 +w1-1234 +no money left");
        Call unblock = assay("accounts", "unblock", "paid-late", "--reason", "topped up");
        assertThat(unblock.code()).as(unblock.err()).isZero();
        assertThat(unblock.out()).contains("account paid-late is unblocked").contains("within a second");

        JsonNode account = account("paid-late");
        assertThat(account.path("state").asText()).isEqualTo("free");
        assertThat(account.path("reason").asText()).isEqualTo("topped up");
        assertThat(account.path("by").asText()).contains("@");
        Call again = assay("accounts", "unblock", "paid-late", "--reason", "x");
        assertThat(again.code()).isEqualTo(5);
        assertThat(again.err()).contains("account paid-late is not blocked");
    }

    @Test
    void anAccountOfWhichNobodySpokeIsNamedWithThoseThatAreKnown() throws Exception {
        block("known-one", 0);

        Call unknown = assay("accounts", "unblock", "knwon-one", "--reason", "typo");

        assertThat(unknown.code()).isEqualTo(8);
        assertThat(unknown.err()).contains("knwon-one").contains("known: ").contains("known-one");
        Call forced = assay("accounts", "unblock", "never-heard", "--reason", "to be sure", "--force", "--json");
        assertThat(forced.code()).as(forced.err()).isZero();
        assertThat(new JsonMapper().readTree(forced.out()).path("unblocked").asBoolean())
                .isTrue();
        assertThat(account("never-heard").path("state").asText()).isEqualTo("free");
    }

    @Test
    void anOperatorBlocksForATimeOrUntilUnblocked() throws Exception {
        Call blocked = assay("accounts", "block", "rotating", "--reason", "key rotation", "--for", "2h");
        assertThat(blocked.code()).as(blocked.err()).isZero();
        assertThat(blocked.err()).contains("nobody has spoken of account rotating");
        AccountBlock block = fleet().blockOf("rotating").orElseThrow();
        assertThat(block.getKind()).isEqualTo(FailureKind.PROVIDER_BLOCKED);
        assertThat(block.getRule()).isNull();
        assertThat(Duration.between(block.getAt(), block.getProbeAt())).isEqualTo(Duration.ofHours(2));

        assertThat(assay("accounts", "block", "rotating", "--reason", "longer").code())
                .isZero();
        assertThat(assay("accounts", "list").out()).containsPattern("rotating +blocked +by hand .* never ");
        assertThat(assay("accounts", "block", "no/slash", "--reason", "x").code())
                .isEqualTo(2);
        assertThat(assay("accounts", "block", "rotating").code()).isEqualTo(2);
        assertThat(assay("accounts", "block", "rotating", "--reason", "x", "--for", "0s")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aClosedGateIsListedAndOpened() throws Exception {
        Instant now = Clock.system().now();
        gate("limited", null, now.plusSeconds(600), now);
        gate("limited", "big", now.plusSeconds(1_200), now);
        gate("limited", "past", now.minusSeconds(1), now.minusSeconds(60));

        Call list = assay("accounts", "list");
        assertThat(list.out())
                .containsPattern("limited +all +9 min")
                .containsPattern("limited +big +19 min .* slow down")
                .doesNotContain("past");
        Call opened = assay("accounts", "open-gate", "limited", "big", "--reason", "raised");
        assertThat(opened.code()).as(opened.err()).isZero();

        assertThat(fleet().closedGates(Clock.system().now()))
                .filteredOn(gate -> gate.getAccount().equals("limited"))
                .extracting(GateClosed::getModel)
                .containsOnlyNulls();
        assertThat(assay("accounts", "open-gate", "limited", "big", "--reason", "again")
                        .code())
                .isEqualTo(5);
        assertThat(assay("accounts", "open-gate", "unlimited", "--reason", "x").code())
                .isEqualTo(8);
    }

    @Test
    void aMovedProbeThatCrossedTheUnblockingIsNoBlock() throws Exception {
        block("crossed", 0);
        assertThat(assay("accounts", "unblock", "crossed", "--reason", "paid").code())
                .isZero();
        block("crossed", 1);

        assertThat(fleet().blockOf("crossed")).isEmpty();
        block("crossed", 0);
        assertThat(fleet().blockOf("crossed")).isPresent();
    }

    @Test
    void withoutASubcommandItSaysWhichThereAre() {
        Call call = assay("accounts");
        assertThat(call.code()).isEqualTo(2);
        assertThat(call.err()).contains("list, unblock, block or open-gate");
        Call help = Call.of("accounts", "unblock", "--help");
        assertThat(help.out()).contains("--reason").contains("Examples:");
    }

    private static void block(String account, int probes) throws Exception {
        Instant now = Clock.system().now();
        AccountBlock block = AccountBlock.newBuilder()
                .setAccount(account)
                .setKind(FailureKind.QUOTA_EXHAUSTED)
                .setMessage("no money\nleft")
                .setRule("r")
                .setModel("m")
                .setBy("w1-1234")
                .setAt(now)
                .setProbeAt(now.plusSeconds(599))
                .setProbes(probes)
                .build();
        FleetWriter.write(clients, Keys.block(account), block);
    }

    private static void gate(String account, @Nullable String model, Instant until, Instant at) throws Exception {
        GateClosed gate = GateClosed.newBuilder()
                .setAccount(account)
                .setModel(model)
                .setUntil(until)
                .setMessage("slow down")
                .setBy("w1")
                .setAt(at)
                .build();
        FleetWriter.write(clients, Keys.gate(account, model == null ? "" : model), gate);
    }

    private static FleetView fleet() {
        return FleetReader.read(clients);
    }

    private static JsonNode account(String name) throws IOException {
        Call list = assay("accounts", "list", "--json");
        assertThat(list.out().lines()).hasSize(1);
        for (JsonNode account : new JsonMapper().readTree(list.out()).path("accounts")) {
            if (account.path("account").asText().equals(name)) {
                return account;
            }
        }
        throw new AssertionError("no " + name + " in " + list.out());
    }

    private static Call assay(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--bootstrap", broker.bootstrap()));
        return Call.of(all.toArray(String[]::new));
    }
}
