package dev.assay.cli;

import dev.assay.producer.InputFormat;
import dev.assay.producer.ReadOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a job file is read where it does not say so itself. */
final class InputOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "openai-batch, openai-evals, prompt-ideal or csv (told from the first line)")
    @Nullable
    String format;

    @Option(
            names = "--prompt-field",
            paramLabel = "NAME",
            description = "field or column of the prompt (prompt, question)")
    @Nullable
    String promptField;

    @Option(
            names = "--ideal-field",
            paramLabel = "NAME",
            description = "field or column of the expected answer (ideal, answer)")
    @Nullable
    String idealField;

    @Option(names = "--id-field", paramLabel = "NAME", description = "field or column of the job's id (custom_id, id)")
    @Nullable
    String idField;

    @Option(
            names = "--ideal-after",
            paramLabel = "MARKER",
            description = "the expected answer counts from behind this marker, such as '####'")
    @Nullable
    String idealAfter;

    @Option(
            names = "--template",
            paramLabel = "TEXT",
            description = "prompt with {field} in it for fields or columns of the file")
    @Nullable
    String template;

    @Option(names = "--system", paramLabel = "TEXT", description = "system message before every prompt")
    @Nullable
    String system;

    @Option(
            names = "--body",
            paramLabel = "JSON",
            description = "fields of the request bodies made here, such as '{\"temperature\":0,\"max_tokens\":400}'")
    @Nullable
    String bodyFields;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            defaultValue = ",",
            description = "what separates CSV cells (,)")
    char delimiter = ',';

    /** @throws IllegalArgumentException naming the option that cannot be */
    ReadOptions readOptions() {
        return new ReadOptions(
                format == null ? null : InputFormat.named(format),
                promptField,
                idealField,
                idField,
                template,
                system,
                idealAfter,
                bodyFields,
                delimiter);
    }
}
