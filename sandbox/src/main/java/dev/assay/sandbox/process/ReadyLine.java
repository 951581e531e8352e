package dev.assay.sandbox.process;

import org.jspecify.annotations.Nullable;

/** The line by which a child tells its parent that it serves: {@code assay-ready DETAIL} on standard output. */
public final class ReadyLine {
    private static final String MARK = "assay-ready ";

    private ReadyLine() {}

    /**
     * Says it.
     *
     * @param detail one line, such as the address
     */
    public static void say(String detail) {
        System.out.println(MARK + detail);
        System.out.flush();
    }

    static @Nullable String parse(String line) {
        return line.startsWith(MARK) ? line.substring(MARK.length()).strip() : null;
    }
}
