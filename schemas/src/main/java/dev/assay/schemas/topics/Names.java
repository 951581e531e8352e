package dev.assay.schemas.topics;

import java.util.regex.Pattern;

/**
 * The form of names that become parts of topic names, record keys and transactional ids: run ids, lanes, prefixes.
 * The characters are those that Kafka allows in a topic; {@code /} is left free to separate the parts of a key.
 */
public final class Names {
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    private Names() {}

    public static boolean isName(String name) {
        return FORM.matcher(name).matches();
    }

    /**
     * @return the name itself
     * @throws IllegalArgumentException when it is not of the form, with a message that says what is allowed
     */
    public static String require(String what, String name) {
        if (!isName(name)) {
            throw new IllegalArgumentException(what + ": '" + name
                    + "' (expected: 1 to 100 letters, digits, '.', '_' or '-', the first a letter or digit)");
        }
        return name;
    }
}
