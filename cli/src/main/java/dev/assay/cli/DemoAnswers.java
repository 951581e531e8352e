package dev.assay.cli;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.read.RunRecords;
import dev.assay.cli.read.RunView;
import dev.assay.runtime.KafkaClients;
import dev.assay.sandbox.answers.AnswerBook;
import dev.assay.schemas.AnswerSource;
import dev.assay.schemas.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the scorer said of the demo's answers beside what the provider's book knows of them, answer by answer.
 *
 * @param asked questions in the book
 * @param rightInBook of them, how many the provider answers rightly when it is asked
 * @param scored answers that were scored
 * @param rightAmongScored of them, how many are right by the book
 * @param passed of them, how many the scorer passed
 * @param agreeing answers that scorer and book judge alike
 */
record DemoAnswers(int asked, int rightInBook, long scored, long rightAmongScored, long passed, long agreeing) {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Whether scorer and book agree on every answer. */
    boolean agree() {
        return agreeing == scored && passed == rightAmongScored;
    }

    /**
     * @param book what the first choice answers from
     * @param standby what the fallback answers from
     */
    static DemoAnswers compare(KafkaClients clients, RunView run, Path questions, AnswerBook book, AnswerBook standby)
            throws IOException {
        List<String> prompts = new ArrayList<>();
        for (String line : Files.readAllLines(questions)) {
            prompts.add(MAPPER.readTree(line).path("prompt").asText());
        }
        long[] counts = new long[4];
        new RunRecords(clients).scores(run.runId(), run.manifest(), score -> {
            if (score.getOutcome() == Outcome.SCORED) {
                AnswerBook asked = score.getSource() == AnswerSource.FALLBACK_MODEL ? standby : book;
                boolean isRight = asked.isRight(prompts.get(Math.toIntExact(score.getOrdinal())))
                        .orElse(false);
                boolean isPassed = Boolean.TRUE.equals(score.getPassed());
                counts[0]++;
                counts[1] += isRight ? 1 : 0;
                counts[2] += isPassed ? 1 : 0;
                counts[3] += isRight == isPassed ? 1 : 0;
            }
        });
        return new DemoAnswers(book.size(), book.rightCount(), counts[0], counts[1], counts[2], counts[3]);
    }
}
