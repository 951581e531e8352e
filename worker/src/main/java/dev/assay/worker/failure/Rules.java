package dev.assay.worker.failure;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.runtime.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The table of failures, read from {@code failure-rules.yaml}. The first rule that fits decides, in the order of the
 * file's lists: what holds everywhere, what one provider means, codes, words, and last the bare status.
 */
final class Rules {
    private static final String FILE = "failure-rules.yaml";

    /** The lists of the file, in the order in which they are asked. */
    record Lists(
            @JsonProperty(required = true) List<RuleSettings> always,
            @JsonProperty(required = true) List<RuleSettings> byProvider,
            @JsonProperty(required = true) List<RuleSettings> byCode,
            @JsonProperty(required = true) List<RuleSettings> byWords,
            @JsonProperty(required = true) List<RuleSettings> byStatus) {
        Lists {
            always = List.copyOf(always);
            byProvider = List.copyOf(byProvider);
            byCode = List.copyOf(byCode);
            byWords = List.copyOf(byWords);
            byStatus = List.copyOf(byStatus);
            require("byProvider", byProvider, rule -> rule.provider() != null);
            require("byCode", byCode, rule -> rule.code() != null || rule.type() != null);
            require("byWords", byWords, rule -> rule.starts() != null || rule.says() != null);
            require("byStatus", byStatus, rule -> rule.status() != null);
        }

        private static void require(String list, List<RuleSettings> rules, Predicate<RuleSettings> hasCondition) {
            for (RuleSettings rule : rules) {
                if (!hasCondition.test(rule)) {
                    throw new IllegalArgumentException(
                            list + ": rule " + rule.name() + " lacks the condition that this list is of");
                }
            }
        }

        Stream<RuleSettings> all() {
            return Stream.of(always, byProvider, byCode, byWords, byStatus).flatMap(List::stream);
        }
    }

    private final List<List<Rule>> meanings;
    private final List<Rule> statuses;

    private Rules(Lists lists) {
        meanings = Stream.of(lists.always(), lists.byProvider(), lists.byCode(), lists.byWords())
                .map(Rules::ready)
                .toList();
        statuses = ready(lists.byStatus());
    }

    /** Assay's own. */
    static Rules own() {
        return Own.RULES;
    }

    /**
     * Reads a table.
     *
     * @param name what messages call it
     * @throws IllegalArgumentException naming line, column and rule that are wrong
     */
    static Rules parse(String name, String yaml) {
        Lists lists = YamlFile.parse(name, yaml, Lists.class);
        Set<String> names = new HashSet<>();
        lists.all().filter(rule -> !names.add(rule.name())).findFirst().ifPresent(twice -> {
            throw new IllegalArgumentException(name + ": two rules are called " + twice.name());
        });
        return new Rules(lists);
    }

    /** The names of all rules, in the order in which they are asked. */
    List<String> names() {
        return Stream.concat(meanings.stream(), Stream.of(statuses))
                .flatMap(List::stream)
                .map(Rule::name)
                .toList();
    }

    /**
     * The rule that decides; empty when none fits. An error that a gateway carries is asked first within each list, and
     * the bare status is the last thing that counts: the response's own, or for a response of success the error's.
     */
    Optional<Rule> decide(Family family, int status, ResponseHeaders headers, Envelope envelope) {
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(Evidence.of(family, status, headers, envelope));
        for (Optional<Envelope> carried = envelope.inner();
                carried.isPresent();
                carried = carried.get().inner()) {
            evidence.addFirst(evidence.getFirst().of(carried.get()));
        }
        for (List<Rule> list : meanings) {
            for (Evidence one : evidence) {
                Optional<Rule> rule = first(list, one);
                if (rule.isPresent()) {
                    return rule;
                }
            }
        }
        Optional<Evidence> last =
                evidence.reversed().stream().filter(one -> one.status() != 0).findFirst();
        return last.flatMap(one -> first(statuses, one));
    }

    private static Optional<Rule> first(List<Rule> rules, Evidence evidence) {
        return rules.stream().filter(rule -> rule.isOf(evidence)).findFirst();
    }

    private static List<Rule> ready(List<RuleSettings> rules) {
        return rules.stream().map(Rule::new).toList();
    }

    /** Read at the first use, once. */
    private static final class Own {
        private static final Rules RULES = read();

        private static Rules read() {
            try (InputStream in = Rules.class.getResourceAsStream(FILE)) {
                if (in == null) {
                    throw new IllegalStateException(FILE + ": not in the jar");
                }
                return parse(FILE, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(FILE + ": cannot be read", e);
            }
        }
    }
}
