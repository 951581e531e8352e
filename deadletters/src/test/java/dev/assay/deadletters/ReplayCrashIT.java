package dev.assay.deadletters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.sandbox.process.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays that are killed: each letter is open or was sent once, and sending the rest sends each once. */
class ReplayCrashIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CHUNK = 5;

    @TempDir
    Path directory;

    @Test
    void killedAtEveryStepOfATransactionEachLetterIsOpenOrSentOnce() {
        // A transaction's records: for each letter its job and its mark.
        List<String> steps =
                List.of("send:1", "send:2", "send:6", "acked:10", "acked:15", "written:1", "written:2", "send:11");
        int jobs = 60;
        try (EmbeddedKafka kafka = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
                TestLetters letters = TestLetters.on(kafka.bootstrap())) {
            letters.die(jobs);
            for (String step : steps) {
                if (step.equals("written:2")) {
                    // From here on slots of the lane are taken, which the next one takes back from who was killed.
                    letters.setBound(150);
                }
                try (ChildProcess replay = HaltingReplay.start(letters, CHUNK, step, directory.resolve("log"))) {
                    assertThat(replay.awaitExit(PATIENCE)).as(step).isEqualTo(137);
                }
                // Elsewhere an open transaction would have to be waited for.
                if (step.startsWith("written")) {
                    assertMarkedAreSent(letters, step);
                }
            }
            Dealt rest = letters.replay(Selection.ALL, Handling.STANDARD);

            assertThat(rest.ended()).isEqualTo(new Ended.All());
            // Otherwise the kills came when there was nothing left to do, or nothing done.
            assertThat(rest.tally().written()).isBetween(1L, jobs - 1L);
            assertThat(rest.tally().written() + rest.tally().handledBefore()).isEqualTo(jobs);
            ReplayIT.assertEachOnce(letters, jobs);
            assertMarkedAreSent(letters, "the end");
        }
    }

    private static void assertMarkedAreSent(TestLetters letters, String step) {
        List<String> marked = new ArrayList<>();
        try (ScannedLetters reader = new ScannedLetters(letters.clients());
                Contents contents = new Contents(letters.clients())) {
            reader.find(Selection.ALL, found -> {
                if (found.state() == LetterState.REPLAYED
                        && contents.of(found.letter()) instanceof Content.OfJob(var job)) {
                    marked.add(job.getJobId());
                }
                return true;
            });
        }
        Map<String, Integer> times = letters.times();
        assertThat(times.keySet()).as(step).containsExactlyInAnyOrderElementsOf(marked);
        assertThat(times.values()).as(step).allMatch(count -> count == 1);
    }
}
