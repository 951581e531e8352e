package dev.assay.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.producer.NewJob;
import dev.assay.producer.SubmitOutcome;
import dev.assay.runtime.LaneReader;
import dev.assay.sandbox.process.ChildProcess;
import dev.assay.schemas.settlement.Starts;
import dev.assay.testkit.Evidence;
import dev.assay.testkit.World;
import dev.assay.testkit.WorldSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job kills every worker that runs it: whichever process has its call in flight gets a SIGKILL. */
class PoisonIT extends Scenario {
    private static final int IN_FLIGHT = 6;

    @Test
    void aJobThatKillsItsWorkersIsQuarantinedAndItsNeighboursAreScored(@TempDir Path directory) {
        World world = world(
                directory,
                WorldSettings.of(answeringAfter(Duration.ofMillis(700)), IN_FLIGHT)
                        .withSession(Duration.ofSeconds(5)));
        NewJob poison = NewJob.of(
                "poison", "{\"messages\":[{\"role\":\"user\",\"content\":\"[[fault:stall]] kill\"}],\"max_tokens\":8}");
        assertThat(world.submit("poison", List.of(poison), request -> {})).isInstanceOf(SubmitOutcome.Enqueued.class);
        submitAll(world, "neighbours", 40);
        ConsumerRecord<byte[], byte[]> record =
                RawTopic.read(
                                world.clients(),
                                world.clients().settings().topics().jobs(World.LANE))
                        .stream()
                        .filter(job -> RawTopic.text(job.key()).equals("poison/poison"))
                        .findFirst()
                        .orElseThrow();

        // Among others twice, alone twice.
        List<Starts> deaths = List.of(new Starts(1, 0), new Starts(2, 0), new Starts(2, 1), new Starts(2, 2));
        for (Starts mark : deaths) {
            ChildProcess victim = world.startWorker("victim-" + mark.total());
            await().atMost(PATIENCE).until(() -> startsOf(record, world).equals(mark));
            // With every slot in a call, or with one call in a worker that runs it alone, the poison's is among them.
            int calls = mark.alone() == 0 ? IN_FLIGHT : 1;
            await().atMost(PATIENCE)
                    .until(() -> world.provider().requestLog().counts().inFlight() == calls);
            world.killWorker(victim);
        }
        world.startWorker("last");
        world.awaitOver("poison", PATIENCE);
        world.awaitOver("neighbours", PATIENCE);

        Evidence ofNeighbours = world.evidence("neighbours");
        checkEveryGuarantee(ofNeighbours);
        assertThat(ofNeighbours.run().outcomes()).isEqualTo(Map.of("SCORED", 40L));
        Evidence ofPoison = world.evidence("poison");
        checkEveryGuarantee(ofPoison);
        assertThat(ofPoison.run().outcomes()).isEqualTo(Map.of("DEAD_LETTERED", 1L));
        List<ConsumerRecord<byte[], byte[]>> letters = RawTopic.read(
                world.clients(), world.clients().settings().topics().deadLetterJobs());
        assertThat(letters).singleElement().satisfies(letter -> {
            assertThat(RawTopic.header(letter, "assay.error.disposition")).isEqualTo("POISON");
            assertThat(letter.value()).isEqualTo(record.value());
        });
    }

    private static Starts startsOf(ConsumerRecord<byte[], byte[]> record, World world) {
        TopicPartition place = new TopicPartition(record.topic(), record.partition());
        return LaneReader.read(world.clients(), World.LANE).partitions().stream()
                .filter(partition -> partition.name().equals(place))
                .map(partition ->
                        requireNonNull(partition.settlement()).started().getOrDefault(record.offset(), Starts.NONE))
                .findFirst()
                .orElseThrow();
    }
}
