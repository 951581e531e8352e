package dev.assay.budget;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;
import java.util.Locale;

/**
 * The two vocabularies that chat models are counted with, each read once per process on first use (about a second).
 */
enum Tokenizer {
    CL100K(EncodingType.CL100K_BASE),
    O200K(EncodingType.O200K_BASE);

    private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

    /** First match wins, so a longer name stands before the one that it begins with. */
    private static final List<Family> FAMILIES = List.of(
            new Family("gpt-4o", O200K),
            new Family("gpt-4.", O200K),
            new Family("gpt-4", CL100K),
            new Family("gpt-3.5", CL100K),
            new Family("gpt-35", CL100K),
            new Family("text-embedding-", CL100K));

    private final EncodingType type;

    Tokenizer(EncodingType type) {
        this.type = type;
    }

    /**
     * The vocabulary of a model. jtokkit's own table is not asked: it is empty for newer models. A model that is not
     * known, another vendor's say, is counted with the larger vocabulary, which current models resemble more.
     *
     * @param model as a request names it; a leading {@code vendor/} or {@code ft:} does not matter
     */
    static Tokenizer of(String model) {
        String name = model.substring(model.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (name.startsWith("ft:")) {
            name = name.substring("ft:".length());
        }
        for (Family family : FAMILIES) {
            if (name.startsWith(family.prefix)) {
                return family.tokenizer;
            }
        }
        return O200K;
    }

    /** Tokens of a text; names of special tokens in it are counted as the text that they are. */
    int count(String text) {
        Encoding encoding = REGISTRY.getEncoding(type);
        return encoding.countTokensOrdinary(text);
    }

    private record Family(String prefix, Tokenizer tokenizer) {}
}
