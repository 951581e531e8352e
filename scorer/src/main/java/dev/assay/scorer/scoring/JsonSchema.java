package dev.assay.scorer.scoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.resource.SchemaLoader;
import dev.assay.runtime.LinearPattern;
import dev.assay.schemas.ScorerNames;
import dev.assay.schemas.ScorerUse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Right when the answer is JSON that satisfies a target, a JSON Schema (draft 2020-12, or 2019-09 or
 * 7 where {@code $schema} says so). Nothing is fetched: a
 * reference that leaves the schema refuses it. Patterns are {@link LinearPattern}s, references are counted by
 * {@link ReferenceBudget}, and schema times answer is bounded, so that no schema can hold a stream thread.
 */
final class JsonSchema implements AnswerScorer {
    private static final Pattern VOCABULARY = Pattern.compile("https?://json-schema\\.org/");
    private static final List<Dialect> DIALECTS =
            List.of(Dialects.getDraft202012(), Dialects.getDraft201909(), Dialects.getDraft7());
    private static final SchemaRegistry RULES = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12, builder -> builder.schemaLoader(JsonSchema::fetchingNothing));
    /** Characters of the schema times characters of the answer. */
    private static final long MAX_WORK = 2_000_000_000;

    @Override
    public String name() {
        return ScorerNames.JSON_SCHEMA;
    }

    /** A schema made ready, and the length of its text. */
    private record Ready(Schema schema, ReferenceBudget budget, long length) {}

    @Override
    public Rubric prepare(ScorerUse use) {
        Options options = new Options(use);
        List<Ready> schemas = new ArrayList<>();
        for (String target : options.targets()) {
            try {
                schemas.add(compile(target));
            } catch (IllegalArgumentException e) {
                options.problem("targets", target, "a JSON Schema; " + Excerpt.of(String.valueOf(e.getMessage()), 200));
            }
        }
        return options.rubric(() -> answer -> switch (AnswerJson.of(answer)) {
            case AnswerJson.Parsed.Json(JsonNode node) -> judge(node, answer.length(), schemas);
            case AnswerJson.Parsed.Not(String why) -> Verdict.wrong(null, why);
        });
    }

    private static Ready compile(String text) {
        JsonNode node = switch (AnswerJson.strictly(text)) {
            case AnswerJson.Parsed.Json(JsonNode json) -> json;
            case AnswerJson.Parsed.Not(String why) -> throw new IllegalArgumentException(why);
        };
        if (!node.isObject() && !node.isBoolean()) {
            throw new IllegalArgumentException("it is neither an object nor true or false");
        }
        ReferenceBudget budget = new ReferenceBudget();
        try {
            Schema schema = registry(budget).getSchema(node);
            schema.initializeValidators();
            String dialect = node.path("$schema").asText(DialectId.DRAFT_2020_12);
            List<Error> errors = RULES.getSchema(SchemaLocation.of(dialect)).validate(node);
            if (!errors.isEmpty()) {
                throw new IllegalArgumentException(errors.getFirst().toString());
            }
            return new Ready(schema, budget, text.length());
        } catch (SchemaException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()), e);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException("nested too deeply", e);
        }
    }

    private static SchemaRegistry registry(ReferenceBudget budget) {
        List<Dialect> dialects = DIALECTS.stream().map(budget::bound).toList();
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .failFast(true)
                .preloadSchema(true)
                .regularExpressionFactory(JsonSchema::pattern)
                .build();
        return SchemaRegistry.builder()
                .defaultDialectId(DialectId.DRAFT_2020_12)
                .dialectRegistry(new BasicDialectRegistry(dialects))
                .schemaRegistryConfig(config)
                .schemaCacheEnabled(false)
                .schemaLoader(JsonSchema::fetchingNothing)
                .build();
    }

    /** Schemas of the vocabulary itself come from the class path. */
    private static void fetchingNothing(SchemaLoader.Builder loader) {
        loader.fetchRemoteResources(false)
                .block(iri -> !VOCABULARY.matcher(iri.toString()).lookingAt());
    }

    private static RegularExpression pattern(String regex) {
        LinearPattern pattern = LinearPattern.compile(regex);
        return text -> {
            if (!pattern.isAffordable(text)) {
                throw new ReferenceBudget.Spent("a text is too long for the pattern it has to match");
            }
            return pattern.find(text).isPresent();
        };
    }

    private static Verdict judge(JsonNode answer, long length, List<Ready> schemas) {
        String first = "";
        for (Ready ready : schemas) {
            if (ready.length() * length > MAX_WORK) {
                return new Verdict.Unscored(
                        UnscoredReason.TOO_MUCH_WORK,
                        "an answer of " + length + " characters is too long for the schema");
            }
            try {
                ready.budget().refill();
                List<Error> errors = ready.schema().validate(answer);
                if (errors.isEmpty()) {
                    return Verdict.right(null);
                }
                first = first.isEmpty() ? Excerpt.of(errors.getFirst().toString(), 300) : first;
            } catch (ReferenceBudget.Spent e) {
                return new Verdict.Unscored(UnscoredReason.TOO_MUCH_WORK, String.valueOf(e.getMessage()));
            }
        }
        return Verdict.wrong(null, first);
    }
}
