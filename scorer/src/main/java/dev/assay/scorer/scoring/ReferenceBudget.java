package dev.assay.scorer.scoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Set;

/**
 * Bounds how often and how deeply one judgement follows references inside a schema. Without references a schema is a
 * tree and its work is bounded by its size; with them twenty definitions that name the next one twice are a million
 * evaluations, and one that names itself never ends.
 */
final class ReferenceBudget {
    private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
    private static final int MAX_FOLLOWED = 100_000;
    private static final int MAX_DEPTH = 250;

    private int followed;
    private int depth;

    /** The budget is used up; no verdict is possible. */
    static final class Spent extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Spent(String message) {
            super(message);
        }
    }

    void refill() {
        followed = 0;
        depth = 0;
    }

    /** The dialect with every reference counted. */
    Dialect bound(Dialect dialect) {
        Dialect.Builder bounded = Dialect.builder(dialect);
        dialect.getKeywords().forEach((name, keyword) -> {
            if (REFERENCES.contains(name)) {
                bounded.keyword(counted(keyword));
            }
        });
        return bounded.build();
    }

    private Keyword counted(Keyword keyword) {
        return new Keyword() {
            @Override
            public String getValue() {
                return keyword.getValue();
            }

            @Override
            public KeywordValidator newValidator(
                    SchemaLocation location, JsonNode node, Schema parent, SchemaContext context) throws Exception {
                return new Counted(keyword.newValidator(location, node, parent, context));
            }
        };
    }

    private final class Counted implements KeywordValidator {
        private final KeywordValidator reference;

        Counted(KeywordValidator reference) {
            this.reference = reference;
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath at) {
            followed++;
            if (followed > MAX_FOLLOWED || depth >= MAX_DEPTH) {
                throw new Spent("the schema's references were followed "
                        + (depth >= MAX_DEPTH ? MAX_DEPTH + " deep" : MAX_FOLLOWED + " times") + " without an end");
            }
            depth++;
            try {
                reference.validate(context, node, root, at);
            } finally {
                depth--;
            }
        }

        @Override
        public void preloadSchema() throws SchemaException {
            reference.preloadSchema();
        }

        @Override
        public String getKeyword() {
            return reference.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return reference.getSchemaLocation();
        }
    }
}
