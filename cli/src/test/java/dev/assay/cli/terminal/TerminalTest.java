package dev.assay.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static final Style UNICODE = new Style(false, true);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void barsAreAsWideAsAskedFor() {
        for (double fraction : new double[] {-1, 0, 0.001, 0.5, 0.99, 1, 7, Double.NaN}) {
            assertThat(Bar.of(fraction, 20, Style.PLAIN)).hasSize(20);
            assertThat(Bar.of(fraction, 20, UNICODE)).hasSize(20);
        }
        assertThat(Bar.of(0.5, 10, Style.PLAIN)).isEqualTo("#####.....");
        assertThat(Bar.of(0.55, 10, UNICODE)).isEqualTo("█████▌░░░░");
    }

    @Test
    void figuresDoNotClaimMoreThanIsTrue() {
        assertThat(Figures.percent(1)).isEqualTo("100.0 %");
        assertThat(Figures.percent(0.99999)).isEqualTo(">99.9 %");
        assertThat(Figures.percent(0.00001)).isEqualTo("<0.1 %");
        assertThat(Figures.percent(0)).isEqualTo("0.0 %");
        assertThat(Figures.percent(1055 / 1319.0)).isEqualTo("80.0 %");
        assertThat(Figures.counted(1, "job")).isEqualTo("1 job");
        assertThat(Figures.counted(1319, "job")).isEqualTo("1,319 jobs");
        assertThat(Figures.duration(Duration.ofMillis(999))).isEqualTo("999 ms");
        assertThat(Figures.duration(Duration.ofMillis(61_500))).isEqualTo("1 min 01 s");
        assertThat(Figures.duration(Duration.ofMinutes(125))).isEqualTo("2 h 05 min");
        assertThat(Figures.rate(0)).isEqualTo("0/s");
        assertThat(Figures.rate(12.34)).isEqualTo("12.3/s");
    }

    @Test
    void tablesAlignTheirColumns() {
        List<String> lines = new Table("RUN", ">JOBS", "SOURCE")
                .row("a", "1,000", "x.jsonl")
                .row("longer", "7", "y")
                .lines(Style.PLAIN);
        assertThat(lines).containsExactly("RUN      JOBS  SOURCE", "a       1,000  x.jsonl", "longer      7  y");
        assertThatThrownBy(() -> new Table("A").row("1", "2")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void linesAreCutByWhatIsSeenNotByEscapes() {
        String painted = new Style(true, true).red("abcdef") + "ghi";
        assertThat(LiveBlock.cut(painted, 9)).isEqualTo(painted);
        assertThat(LiveBlock.cut(painted, 8))
                .startsWith("\u001b[31mabcdef")
                .contains("gh")
                .doesNotContain("i");
    }

    @Test
    void aBlockIsRedrawnInPlaceOnATerminalAndSilentElsewhere() {
        Screen piped = new Screen(terminal(false), false, false, Screen.Colour.AUTO);
        try (LiveBlock block = piped.noteBlock()) {
            block.draw(List.of("one", "two"));
        }
        assertThat(text(err)).isEmpty();
        Screen shown = new Screen(terminal(true), false, false, Screen.Colour.AUTO);
        try (LiveBlock block = shown.noteBlock()) {
            block.draw(List.of("one", "two"));
            block.draw(List.of("three"));
        }
        assertThat(text(err))
                .contains("one\ntwo\n")
                .contains("\u001b[2A\u001b[J")
                .endsWith("three\n");
    }

    @Test
    void jsonHasStandardOutputForItself() {
        Screen screen = new Screen(terminal(false), true, false, Screen.Colour.AUTO);
        screen.say("for people");
        screen.note("progress");
        screen.data("{}");
        assertThat(text(out)).isEqualTo("{}\n");
        assertThat(text(err)).isEqualTo("for people\nprogress\n");
    }

    @Test
    void quietLeavesAnswersAndWarnings() {
        Screen screen = new Screen(terminal(false), false, true, Screen.Colour.AUTO);
        screen.note("progress");
        screen.say("answer");
        screen.warn("careful");
        assertThat(text(out)).isEqualTo("answer\n");
        assertThat(text(err)).isEqualTo("warning: careful\n");
    }

    @Test
    void onlyAClearYesIsAYes() {
        assertThat(answered("y\n")).isTrue();
        assertThat(answered("YES\n")).isTrue();
        assertThat(answered("\n")).isFalse();
        assertThat(answered("")).isFalse();
        assertThat(answered("yesterday\n")).isFalse();
    }

    @Test
    void coloursFollowTerminalEnvironmentAndFlag() {
        assertThat(painted(true, Map.of("TERM", "xterm"), Screen.Colour.AUTO)).isTrue();
        assertThat(painted(true, Map.of("TERM", "xterm", "NO_COLOR", "1"), Screen.Colour.AUTO))
                .isFalse();
        assertThat(painted(true, Map.of("TERM", "dumb"), Screen.Colour.AUTO)).isFalse();
        assertThat(painted(false, Map.of("TERM", "xterm"), Screen.Colour.AUTO)).isFalse();
        assertThat(painted(false, Map.of(), Screen.Colour.ALWAYS)).isTrue();
        assertThat(painted(true, Map.of("TERM", "xterm"), Screen.Colour.NEVER)).isFalse();
    }

    private boolean painted(boolean isTerminal, Map<String, String> environment, Screen.Colour colour) {
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                print(out),
                print(err),
                isTerminal,
                isTerminal,
                isTerminal,
                80,
                environment);
        return !new Screen(terminal, false, false, colour).style().red("x").equals("x");
    }

    private boolean answered(String typed) {
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
                print(out),
                print(err),
                true,
                true,
                true,
                80,
                Map.of());
        return new Screen(terminal, false, false, Screen.Colour.NEVER).confirm("Sure?");
    }

    private Terminal terminal(boolean isTerminal) {
        return new Terminal(
                new ByteArrayInputStream(new byte[0]),
                print(out),
                print(err),
                isTerminal,
                isTerminal,
                isTerminal,
                80,
                Map.of());
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
