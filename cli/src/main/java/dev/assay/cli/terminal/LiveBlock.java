package dev.assay.cli.terminal;

import java.io.PrintStream;
import java.util.List;

/**
 * A block of lines redrawn in place at the bottom of a terminal. Lines wider than the terminal would wrap and break
 * the redraw, so they are cut. Where there is no terminal it shows nothing: a log of frames helps nobody.
 */
public final class LiveBlock implements AutoCloseable {
    private static final String CLEAR_DOWN = "\u001b[J";

    private final PrintStream stream;
    private final boolean shown;
    private final int columns;
    private int drawn;

    LiveBlock(PrintStream stream, boolean shown, int columns) {
        this.stream = stream;
        this.shown = shown;
        this.columns = columns;
    }

    /** Whether anybody sees it; where not, the caller prints a plain line from time to time. */
    public boolean isShown() {
        return shown;
    }

    public void draw(List<String> lines) {
        if (!shown) {
            return;
        }
        StringBuilder frame = new StringBuilder(rewind());
        for (String line : lines) {
            frame.append(cut(line, columns)).append('\n');
        }
        stream.print(frame);
        stream.flush();
        drawn = lines.size();
    }

    /** Prints a line above the block, where it stays. */
    public void above(String line, List<String> block) {
        if (shown) {
            stream.print(rewind() + line + "\n");
            drawn = 0;
            draw(block);
        }
    }

    /** Removes it, so that what follows takes its place. */
    public void clear() {
        if (shown && drawn > 0) {
            stream.print(rewind());
            drawn = 0;
        }
    }

    /** Leaves the last frame standing. */
    @Override
    public void close() {
        drawn = 0;
    }

    private String rewind() {
        return drawn == 0 ? "" : "\u001b[" + drawn + "A" + CLEAR_DOWN;
    }

    /** Cuts to a number of visible columns; escape sequences take none. */
    static String cut(String line, int columns) {
        int visible = 0;
        boolean escaped = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (escaped) {
                escaped = !Character.isLetter(c);
            } else if (c == '\u001b') {
                escaped = true;
            } else if (++visible > columns) {
                return line.substring(0, i) + "\u001b[0m";
            }
        }
        return line;
    }
}
