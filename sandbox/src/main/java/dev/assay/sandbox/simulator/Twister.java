package dev.assay.sandbox.simulator;

/** Spoils a completion without hurting its form. */
final class Twister {
    private Twister() {}

    static Completion twist(Completion good, Fault.Twisted how) {
        return switch (how.twist()) {
            case EMPTY_CONTENT -> good.withText("", good.finish(), 0);
            case NULL_CONTENT -> good.withText(null, good.finish(), 0);
            case REASONING_ONLY -> {
                String thoughts = "Simulated reasoning that used up every token before an answer began.";
                yield good.withText("", "length", Tokens.of(thoughts)).withReasoning(thoughts);
            }
            case REFUSAL -> good.withRefusal("This simulated model declines to answer.");
            case FINISH_CONTENT_FILTER -> half(good, "content_filter");
            case FINISH_LENGTH -> half(good, "length");
            case NO_FINISH -> good.withText(good.text(), null, good.outputTokens());
            case DRIFT -> good.withModel(how.value().isEmpty() ? good.model() + "-drifted" : how.value());
            case MANY_TOKENS ->
                good.withText(good.text(), good.finish(), good.outputTokens() * Integer.parseInt(how.value()));
            case NO_USAGE -> good.withUsageShown(Completion.UsageShown.ABSENT);
            case NULL_USAGE -> good.withUsageShown(Completion.UsageShown.NULL);
            case USAGE_FIRST -> good.withUsageShown(Completion.UsageShown.FIRST);
            case USAGE_WITH_CHOICES -> good.withUsageShown(Completion.UsageShown.WITH_CHOICES);
            case REASONING -> {
                String thoughts = "Simulated reasoning before the answer.";
                yield good.withText(good.text(), good.finish(), good.outputTokens() + Tokens.of(thoughts))
                        .withReasoning(thoughts);
            }
        };
    }

    private static Completion half(Completion good, String finish) {
        String text = good.text() == null ? "" : good.text();
        String half = text.substring(0, text.length() / 2);
        return good.withText(half, finish, Tokens.of(half));
    }
}
