package dev.assay.testkit;

import java.util.Collection;
import java.util.TreeSet;

/** Says what broke a promise, so that the first lines of a failed scenario are enough to go on. */
final class Breach {
    private static final int SHOWN = 20;

    private Breach() {}

    static void when(boolean broken, String what) {
        if (broken) {
            throw new AssertionError(what);
        }
    }

    /** Breaks when there are any, naming the first of them. */
    static void whenAny(Collection<String> ids, String what) {
        if (!ids.isEmpty()) {
            TreeSet<String> sorted = new TreeSet<>(ids);
            throw new AssertionError(ids.size() + " " + what + ", such as "
                    + sorted.stream().limit(SHOWN).toList());
        }
    }
}
