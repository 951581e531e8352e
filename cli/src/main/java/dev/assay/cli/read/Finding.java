package dev.assay.cli.read;

import java.util.List;

/**
 * What a check found wrong.
 *
 * @param check the check
 * @param count how many are wrong
 * @param examples the first of them: job ids, or places in the input where the id is not known
 */
public record Finding(Check check, long count, List<String> examples) {
    public static final int MOST_EXAMPLES = 20;

    public Finding {
        examples = List.copyOf(examples.size() > MOST_EXAMPLES ? examples.subList(0, MOST_EXAMPLES) : examples);
    }
}
