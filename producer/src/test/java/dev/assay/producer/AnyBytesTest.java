package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a file holds, reading it ends with jobs and problems, each line one or the other, and never a crash. */
class AnyBytesTest {
    private static final List<String> SEEDS = List.of(
            JobFiles.batchLine("job-1", "hello") + "\n" + JobFiles.batchLine("job-2", "caf\u00e9 \ud83d\ude00") + "\n",
            """
            {"input":[{"role":"user","content":"q"}],"ideal":["a","b"]}
            {"input":"q","ideal":"a"}
            """,
            """
            {"prompt":"2+2","ideal":4,"expectation_":1e400}
            {"prompt":"x","metadata":{"a":"\\ud800"}}
            """,
            "question,ideal\n\"say \"\"hi\"\"\nplease\",hi\nwhy,because\n");

    @TempDir
    Path directory;

    @Test
    void damagedFilesAreReadToTheirEnd() throws IOException {
        Random random = new Random(20260101);
        long jobs = 0;
        long problems = 0;
        for (int round = 0; round < 4_000; round++) {
            byte[] bytes = damaged(SEEDS.get(round % SEEDS.size()).getBytes(StandardCharsets.UTF_8), random);
            Path file = Files.write(directory.resolve("any"), bytes);
            InputFormat[] formats = InputFormat.values();
            ReadOptions options = random.nextInt(3) == 0
                    ? ReadOptions.AUTO.withFormat(formats[random.nextInt(formats.length)])
                    : ReadOptions.AUTO;

            JobFiles.Read read = JobFiles.read(file, options, JobFiles.settings());

            assertThat(read.problems()).as("round %s", round).allSatisfy(problem -> {
                assertThat(problem.source()).isEqualTo("any");
                assertThat(problem.reason()).isNotBlank();
            });
            jobs += read.jobs().size();
            problems += read.problems().size();
        }
        // Both must occur often, or the damage tests nothing.
        assertThat(jobs).isGreaterThan(1_000);
        assertThat(problems).isGreaterThan(1_000);
    }

    @Test
    void noiseIsReadToItsEnd() throws IOException {
        Random random = new Random(7);
        for (int round = 0; round < 1_000; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            Path file = Files.write(directory.resolve("noise"), bytes);

            JobFiles.Read read = JobFiles.read(file, ReadOptions.AUTO, JobFiles.settings());

            assertThat(read.jobs()).isEmpty();
            assertThat(read.problems().size() + blankLines(bytes)).isPositive();
        }
    }

    private static int blankLines(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8).isBlank() ? 1 : 0;
    }

    private static byte[] damaged(byte[] bytes, Random random) {
        byte[] damaged = bytes.clone();
        for (int hits = random.nextInt(4); hits > 0; hits--) {
            int at = random.nextInt(damaged.length);
            switch (random.nextInt(5)) {
                case 0 -> damaged[at] = (byte) random.nextInt(256);
                case 1 -> damaged[at] = (byte) "{}[]\",:\\u0n\n\r".charAt(random.nextInt(13));
                case 2 -> damaged = Arrays.copyOf(damaged, Math.max(1, at));
                case 3 -> {
                    byte[] longer = new byte[damaged.length + 1];
                    System.arraycopy(damaged, 0, longer, 0, at);
                    longer[at] = (byte) random.nextInt(256);
                    System.arraycopy(damaged, at, longer, at + 1, damaged.length - at);
                    damaged = longer;
                }
                default -> {
                    int other = random.nextInt(damaged.length);
                    byte kept = damaged[at];
                    damaged[at] = damaged[other];
                    damaged[other] = kept;
                }
            }
        }
        return damaged;
    }
}
