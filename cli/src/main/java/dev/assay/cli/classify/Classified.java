package dev.assay.cli.classify;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.cli.terminal.Figures;
import dev.assay.cli.terminal.Style;
import dev.assay.cli.terminal.Table;
import dev.assay.worker.failure.Action;
import dev.assay.worker.failure.Failure;
import dev.assay.worker.failure.FailureTable;
import dev.assay.worker.failure.LimitScope;
import dev.assay.worker.failure.OtherProvider;
import dev.assay.worker.failure.WaitClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A recorded response with what it is taken for, and what follows.
 *
 * @param line where it stands
 * @param name what it is called: its id, or its line
 * @param provider who sent it
 * @param status its HTTP status
 * @param failure the failure that it is; empty when it is a complete answer
 * @param expectedKind the kind that it should be, where the file says so
 * @param expectedWait the class of waiting that it should be, where the file says so
 */
public record Classified(
        long line,
        String name,
        String provider,
        int status,
        Optional<Failure> failure,
        Optional<String> expectedKind,
        Optional<String> expectedWait) {
    /** What a complete answer has in place of a kind. */
    static final String NO_FAILURE = "NONE";

    private static final int WIDEST = 44;

    public static Classified of(RecordedResponse response, Optional<Failure> failure) {
        String name = response.id().isEmpty() ? "line " + response.line() : response.id();
        return new Classified(
                response.line(),
                name,
                response.provider(),
                response.status(),
                failure,
                response.expectedKind(),
                response.expectedWait());
    }

    /** Whether it is taken for what the file says, as far as that says anything. */
    public boolean isAsExpected() {
        return expectedKind.filter(kind -> !kind.equals(kind())).isEmpty()
                && expectedWait.filter(wait -> !wait.equals(waitClass().name())).isEmpty();
    }

    /** One line a response. */
    public static List<String> table(List<Classified> all, Style style) {
        Table table = new Table("RESPONSE", ">STATUS", "KIND", "ACTION", "SCOPE", "WAIT", "ANOTHER PROVIDER", "RULE");
        all.forEach(one -> table.row(
                cut(one.name),
                String.valueOf(one.status),
                one.kind(),
                one.action(),
                one.failure.map(Classified::scope).orElse("-"),
                one.waitWords(),
                one.failure.map(Classified::other).orElse("-"),
                one.failure.map(Failure::rule).orElse("-")));
        return table.lines(style);
    }

    /** Those that are taken for something else than the file says. */
    public static List<String> differences(List<Classified> all, Style style) {
        Table table = new Table("RESPONSE", "EXPECTED", "FOUND", "RULE", "MESSAGE");
        all.stream()
                .filter(one -> !one.isAsExpected())
                .forEach(one -> table.row(
                        cut(one.name),
                        words(one.expectedKind.orElse(one.kind()), one.expectedWait),
                        words(
                                one.kind(),
                                one.expectedWait.map(asked -> one.waitClass().name())),
                        one.failure.map(Failure::rule).orElse("-"),
                        one.failure.map(failure -> cut(failure.message())).orElse("-")));
        return table.lines(style);
    }

    /** Everything about one. */
    public List<String> details(Style style) {
        List<String> lines = new ArrayList<>();
        lines.add(row("status", String.valueOf(status), style));
        lines.add(row("kind", kind(), style));
        failure.ifPresent(found -> {
            FailureTable.Row row = FailureTable.row(found.kind());
            lines.add(row("action", action() + ": " + row.action().why(), style));
            if (!row.backoffs().isEmpty()) {
                lines.add(row("", "then " + name(row.then()) + ": " + row.then().why(), style));
            }
            lines.add(row("scope", scope(found), style));
            lines.add(row("wait", waitWords(), style));
            lines.add(row("other provider", other(found), style));
            lines.add(row("rule", found.rule(), style));
            lines.add(row("message", found.message().replaceAll("\\s+", " "), style));
        });
        return lines;
    }

    /** The same for programs. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("line", line).put("response", name).put("provider", provider).put("status", status);
        json.put("kind", kind());
        failure.ifPresent(found -> {
            FailureTable.Row row = FailureTable.row(found.kind());
            json.put("action", name(row.action()));
            json.put("why", row.action().why());
            json.put("furtherAttempts", row.backoffs().size());
            json.put("then", name(row.then()));
            json.put("scope", found.scope().name());
            json.put("waitClass", found.waitClass().name());
            json.put("waitMillis", found.waitHint().map(Duration::toMillis).orElse(null));
            json.put("anotherProvider", row.other() != OtherProvider.NEVER);
            json.put("otherProvider", row.other().name());
            json.put("rule", found.rule());
            json.put("fromProxy", found.fromProxy());
            json.put("message", found.message());
        });
        expectedKind.ifPresent(kind -> json.put("expectedKind", kind));
        expectedWait.ifPresent(wait -> json.put("expectedWaitClass", wait));
        if (expectedKind.isPresent() || expectedWait.isPresent()) {
            json.put("asExpected", isAsExpected());
        }
        return json;
    }

    private String kind() {
        return failure.map(found -> found.kind().name()).orElse(NO_FAILURE);
    }

    private WaitClass waitClass() {
        return failure.map(Failure::waitClass).orElse(WaitClass.NONE);
    }

    private String action() {
        return failure.map(found -> name(FailureTable.row(found.kind()).action()))
                .orElse("-");
    }

    private String waitWords() {
        String span = failure.flatMap(Failure::waitHint).map(Figures::duration).orElse("");
        String kind = waitClass() == WaitClass.NONE ? "" : waitClass().name().toLowerCase(Locale.ROOT);
        String words = span.isEmpty() || kind.isEmpty() ? span + kind : span + " (" + kind + ")";
        return words.isEmpty() ? "-" : words;
    }

    private static String scope(Failure failure) {
        return failure.scope() == LimitScope.NONE ? "-" : failure.scope().name().toLowerCase(Locale.ROOT);
    }

    /** Whether a model of another provider may be asked, and under what condition. */
    private static String other(Failure failure) {
        return switch (FailureTable.row(failure.kind()).other()) {
            case NEVER -> "no";
            case ANY -> "yes";
            case BY_SCOPE -> failure.scope() == LimitScope.MODEL ? "yes" : "of another account";
            case LONGER_CONTEXT -> "of a longer context";
            case OTHER_ACCOUNT_BY_ROUTE -> "if the route opts in";
        };
    }

    private static String name(Action action) {
        return switch (action) {
            case Action.Retry retry -> "RETRY";
            case Action.Switch next -> "SWITCH";
            case Action.Degrade degrade -> "DEGRADE";
            case Action.Fail fail -> "FAIL";
        };
    }

    private static String words(String kind, Optional<String> wait) {
        return kind + wait.map(one -> " " + one.toLowerCase(Locale.ROOT)).orElse("");
    }

    private static String row(String label, String value, Style style) {
        return style.dim(String.format(Locale.ROOT, "%-15s", label)) + value;
    }

    private static String cut(String text) {
        String plain = text.replaceAll("\\s+", " ");
        return plain.length() <= WIDEST ? plain : plain.substring(0, WIDEST - 3) + "...";
    }
}
