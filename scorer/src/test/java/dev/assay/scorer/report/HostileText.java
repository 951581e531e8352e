package dev.assay.scorer.report;

import dev.assay.schemas.Attempt;
import dev.assay.schemas.JobStatus;
import dev.assay.schemas.JudgeCall;
import dev.assay.schemas.Result;
import dev.assay.schemas.Score;
import dev.assay.schemas.ScorePart;
import dev.assay.scorer.testing.Results;
import java.util.List;
import java.util.Map;

/** Puts text that tries to break a page wherever a stranger's text can be. */
final class HostileText {
    static final String SCRIPT = "</pre></style><script>alert('x')</script><img src=x onerror=\"alert(1)\">&amp;";
    static final String CONTROLS = "bell \u0007 nul \0 escape \u001b[31m lone \ud800 end \uffff";
    static final String ARABIC = "كم عدد الأقلام في المجموع؟ (17)";
    static final String OVERRIDE = "user\u202egnp.exe \u2066isolated";
    static final String LONG = "w".repeat(3_000);
    static final String ALL = SCRIPT + "\n" + CONTROLS + "\r\n" + ARABIC + "\n" + OVERRIDE + "\n" + LONG;

    private HostileText() {}

    private static String jobId(String plain) {
        return plain + SCRIPT + "i".repeat(200);
    }

    static Result into(Result result) {
        List<Attempt> attempts = result.getAttempts().stream()
                .map(attempt -> Attempt.newBuilder(attempt)
                        .setProvider(SCRIPT)
                        .setRequestModel(CONTROLS)
                        .setFailureMessage(ALL)
                        .build())
                .toList();
        return Result.newBuilder(result)
                .setJobId(jobId(result.getJobId()))
                .setPromptPreview(ALL)
                .setAnswer(ARABIC + "\n" + SCRIPT + "\n" + LONG)
                .setFailureMessage(result.getFailureKind() == null ? null : SCRIPT + CONTROLS)
                .setFinishReason(OVERRIDE)
                .setExpectation(Results.expecting(Results.use("exact" + SCRIPT, ALL)))
                .setAttempts(attempts)
                .build();
    }

    static Score into(Score score) {
        List<ScorePart> parts = score.getParts().stream()
                .map(part -> ScorePart.newBuilder(part)
                        .setScorer("exact" + SCRIPT)
                        .setLabel(part.getLabel() == null ? null : OVERRIDE)
                        .setJudgeCalls(List.of(JudgeCall.newBuilder()
                                .setJobId(SCRIPT)
                                .setStatus(JobStatus.SUCCEEDED)
                                .setModel(OVERRIDE + SCRIPT)
                                .setText(ALL)
                                .setProblem(CONTROLS + SCRIPT)
                                .build()))
                        .setExplanation(Boolean.TRUE.equals(part.getPassed()) ? null : ARABIC + " " + ALL)
                        .build())
                .toList();
        return Score.newBuilder(score)
                .setJobId(jobId(score.getJobId()))
                .setParts(parts)
                .setResponseModel(score.getResponseModel() == null ? null : "model " + SCRIPT)
                .setUsedFallback(score.getUsedFallback() == null ? null : "fallback " + SCRIPT)
                .setTags(Map.of(
                        "key " + SCRIPT,
                        "value " + SCRIPT + score.getOrdinal() % 3,
                        "rtl",
                        ARABIC + score.getOrdinal() % 2))
                .build();
    }
}
