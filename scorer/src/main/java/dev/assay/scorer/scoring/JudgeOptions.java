package dev.assay.scorer.scoring;

import dev.assay.schemas.topics.Names;

/**
 * What both kinds of judges can be told.
 *
 * @param rubric what makes an answer good, in words for the judge
 * @param route the route of its jobs
 * @param format how the reply's form is asked for: json_schema, json_object or text
 * @param maxTokens cap on the tokens of a reply
 * @param pass least value that passes
 */
record JudgeOptions(String rubric, String route, String format, int maxTokens, double pass) {
    static final int MOST_TOKENS = 2_048;

    static JudgeOptions of(Options options, String usualRubric) {
        String rubric = options.text("rubric", usualRubric);
        if (rubric.isBlank()) {
            options.problem("rubric", rubric, "what makes an answer good");
        }
        String route = options.text("route", "judge");
        if (!Names.isName(route)) {
            options.problem("route", route, "the name of a route");
        }
        String format = options.oneOf("format", "json_schema", "json_schema", "json_object", "text");
        int maxTokens = options.wholeNumber("max_tokens", 512, 16, MOST_TOKENS);
        return new JudgeOptions(rubric, route, format, maxTokens, options.share("pass", "0.5"));
    }
}
