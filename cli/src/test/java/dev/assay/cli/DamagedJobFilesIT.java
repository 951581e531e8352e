package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.cli.DamagedJobFile.Told;
import dev.assay.runtime.KafkaClients;
import dev.assay.runtime.KafkaSettings;
import dev.assay.runtime.TopicAdmin;
import dev.assay.sandbox.broker.EmbeddedKafka;
import dev.assay.sandbox.broker.EmbeddedKafkaSettings;
import dev.assay.schemas.topics.TopicCatalogue;
import dev.assay.schemas.topics.TopicSizes;
import dev.assay.schemas.topics.Topics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Job files that are damaged in every way that we could think of, each with the exact words and exit code of the submit
 * that is given it. The table says what stands on standard error, but for the lines that frame every refusal.
 */
class DamagedJobFilesIT {
    private static final String REFUSED = "assay: nothing was enqueued";
    private static final String SKIP = "       correct them, or pass over bad lines with --skip-bad";
    private static final Pattern STARTED = Pattern.compile("the run's start at [-0-9TZ:.]+");
    private static final int AT_ONCE = 4;

    private static EmbeddedKafka broker;

    @TempDir
    static Path directory;

    private static List<DamagedJobFile> files = List.of();
    private static List<Told> told = List.of();

    @BeforeAll
    static void submitThemAll() throws Exception {
        broker = EmbeddedKafka.start(EmbeddedKafkaSettings.temporary());
        try (Admin admin = new KafkaClients(KafkaSettings.of(broker.bootstrap())).admin("test")) {
            TopicCatalogue catalogue =
                    TopicCatalogue.of(Topics.standard(), List.of("batch"), new TopicSizes(1, 1, 1, 1, 1, 1));
            new TopicAdmin(admin).apply(catalogue, (short) 1);
        }
        files = DamagedJobFile.all();
        List<Future<Told>> all = new ArrayList<>();
        try (ExecutorService submits = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < files.size(); i++) {
                String run = "run-" + i;
                DamagedJobFile file = files.get(i);
                all.add(submits.submit(() -> submit(file, run)));
            }
        }
        List<Told> said = new ArrayList<>();
        for (Future<Told> one : all) {
            said.add(one.get());
        }
        told = said;
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @TestFactory
    Stream<DynamicTest> eachIsToldWhatIsWrongWithIt() {
        return Stream.iterate(0, i -> i < files.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(
                        files.get(i).name(),
                        () -> assertThat(told.get(i)).isEqualTo(files.get(i).told())));
    }

    @Test
    void thereAreMoreThanAHundred() {
        assertThat(files).hasSizeGreaterThan(100);
        assertThat(files.stream().map(DamagedJobFile::name)).doesNotHaveDuplicates();
    }

    private static Told submit(DamagedJobFile file, String run) throws Exception {
        Path where = Files.createDirectory(directory.resolve(run));
        List<String> args = new ArrayList<>(
                List.of("submit", file.in(where).toString(), "--run", run, "--bootstrap", broker.bootstrap()));
        args.addAll(file.arguments());
        Call call = Call.of(args.toArray(String[]::new));
        List<String> lines = new ArrayList<>();
        for (String line : call.err().lines().toList()) {
            if (!line.equals(REFUSED) && !line.equals(SKIP)) {
                lines.add(STARTED.matcher(line.strip())
                        .replaceAll("the run's start at TIME")
                        .replace(where.toString(), "DIRECTORY")
                        .replace(run, "RUN"));
            }
        }
        // What frames a refusal stands there where something is refused, and nowhere else.
        boolean hasLines = lines.stream().anyMatch(line -> line.matches("jobs\\.jsonl:\\d+.*"));
        assertThat(call.err().contains(REFUSED))
                .as(call.err())
                .isEqualTo(call.code() == 3
                        && !file.kind().equals("missing")
                        && !file.kind().equals("directory"));
        assertThat(call.err().contains(SKIP)).as(call.err()).isEqualTo(hasLines);
        return new Told(call.code(), lines);
    }
}
