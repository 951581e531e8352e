package dev.assay.worker.failure;

import dev.assay.schemas.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One rule of the table of failures, ready to be asked; see {@link RuleSettings} for its parts. */
final class Rule {
    private final RuleSettings settings;
    private final Statuses status;
    private final List<String> types;
    private final List<String> codes;
    private final List<Pattern> starts;
    private final List<Pattern> says;
    private final Map<String, String> headers;

    Rule(RuleSettings settings) {
        this.settings = settings;
        this.status = settings.status() == null ? Statuses.ANY : settings.status();
        this.types = lower(settings.type());
        this.codes = lower(settings.code());
        this.starts = lower(settings.starts()).stream().map(Words::phrase).toList();
        this.says = lower(settings.says()).stream().map(Words::phrase).toList();
        this.headers = settings.header() == null ? Map.of() : Map.copyOf(settings.header());
    }

    String name() {
        return settings.name();
    }

    FailureKind kind() {
        return settings.kind();
    }

    LimitScope scope() {
        LimitScope scope = settings.scope();
        return scope == null ? LimitScope.NONE : scope;
    }

    WaitClass waitClass() {
        WaitClass wait = settings.waits();
        return wait == null ? WaitClass.NONE : wait;
    }

    Optional<Duration> atLeast() {
        return Optional.ofNullable(settings.atLeast());
    }

    boolean isOf(Evidence evidence) {
        Envelope envelope = evidence.envelope();
        return isOneOf(settings.provider(), evidence.family()::equals)
                && (evidence.status() == 0 || status.has(evidence.status()))
                && isOneOf(types, envelope::isTyped)
                && isOneOf(codes, envelope::isCoded)
                && isOneOf(starts, evidence.words()::start)
                && isOneOf(says, evidence.words()::say)
                && isOneOf(settings.quota(), envelope.quota()::contains)
                && headers.entrySet().stream().allMatch(header -> has(evidence.headers(), header))
                && (!Boolean.TRUE.equals(settings.overLimit()) || LimitSaid.isOverLimit(envelope.message()));
    }

    private static boolean has(ResponseHeaders headers, Map.Entry<String, String> wanted) {
        return headers.first(wanted.getKey())
                .filter(value -> value.strip().equalsIgnoreCase(wanted.getValue()))
                .isPresent();
    }

    private static <T> boolean isOneOf(@Nullable List<T> wanted, Predicate<T> is) {
        return wanted == null || wanted.isEmpty() || wanted.stream().anyMatch(is);
    }

    private static List<String> lower(@Nullable List<String> texts) {
        return texts == null
                ? List.of()
                : texts.stream().map(text -> text.toLowerCase(Locale.ROOT)).toList();
    }
}
