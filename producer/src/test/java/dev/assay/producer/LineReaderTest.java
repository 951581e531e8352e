package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    @Test
    void splitsAtLineEndsOfBothKindsAndKeepsThem() throws IOException {
        assertThat(read("a\r\nb\n\nc", 100))
                .containsExactly(
                        new Line.Text(1, "a", "\r\n"),
                        new Line.Text(2, "b", "\n"),
                        new Line.Text(3, "", "\n"),
                        new Line.Text(4, "c", ""));
        assertThat(read("", 100)).isEmpty();
        assertThat(read("\n", 100)).containsExactly(new Line.Text(1, "", "\n"));
        assertThat(read("a\rb\n", 100)).containsExactly(new Line.Text(1, "a\rb", "\n"));
    }

    @Test
    void dropsAByteOrderMarkAtTheStartOnly() throws IOException {
        assertThat(read("\uFEFFa\n\uFEFFb", 100))
                .containsExactly(new Line.Text(1, "a", "\n"), new Line.Text(2, "\uFEFFb", ""));
    }

    @Test
    void namesTheFirstByteThatIsNotUtf8AndGoesOnBehindTheLine() throws IOException {
        byte[] latin1 = "ok\né caf\u00e9\nok".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(read(new ByteArrayInputStream(latin1), 100))
                .containsExactly(
                        new Line.Text(1, "ok", "\n"),
                        new Line.Bad(2, 1, "byte 0xE9 is not UTF-8 here (save the file as UTF-8)"),
                        new Line.Text(3, "ok", ""));

        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write("é€😀".getBytes(StandardCharsets.UTF_8));
        bytes.write(new byte[] {(byte) 0xED, (byte) 0xA0, (byte) 0x80, '\n'});
        assertThat(read(new ByteArrayInputStream(bytes.toByteArray()), 100))
                .containsExactly(new Line.Bad(1, 5, "byte 0xED is not UTF-8 here (save the file as UTF-8)"));
    }

    @Test
    void aCharacterThatIsCutOffIsNotUtf8() throws IOException {
        byte[] cut = {'a', (byte) 0xE2, (byte) 0x82};

        assertThat(read(new ByteArrayInputStream(cut), 100))
                .containsExactly(new Line.Bad(1, 2, "byte 0xE2 is not UTF-8 here (save the file as UTF-8)"));
    }

    @Test
    void passesOverALineThatIsTooLongAndSaysHowLongItIs() throws IOException {
        assertThat(read("12345\n123456\r\n12345\r\n", 6))
                .containsExactly(
                        new Line.Text(1, "12345", "\n"),
                        new Line.Bad(2, 0, "the line has 7 bytes (limit: 6)"),
                        new Line.Text(3, "12345", "\r\n"));
    }

    @Test
    void holdsNoMoreOfALineThanItsLimit() throws IOException {
        // 8 GB of one letter would not fit any test's heap.
        InputStream endless = new InputStream() {
            private long left = 200_000_000L;

            @Override
            public int read() {
                return left-- > 0 ? 'a' : -1;
            }

            @Override
            public int read(byte[] into, int from, int length) {
                if (left <= 0) {
                    return -1;
                }
                int count = (int) Math.min(left, length);
                java.util.Arrays.fill(into, from, from + count, (byte) 'a');
                left -= count;
                return count;
            }
        };
        long before = usedMemory();

        List<Line> lines = read(endless, 1_000);

        assertThat(lines).containsExactly(new Line.Bad(1, 0, "the line has 200000000 bytes (limit: 1000)"));
        assertThat(usedMemory() - before).isLessThan(100_000_000L);
    }

    @Test
    void readsTheSameHoweverTheBytesArrive() throws IOException {
        Random random = new Random(11);
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            int length = random.nextInt(200);
            for (int i = 0; i < length; i++) {
                text.append(List.of("a", "é", "€", "😀", "\n", "\r\n", "\r", "0123456789")
                        .get(random.nextInt(8)));
            }
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            List<Line> whole = read(new ByteArrayInputStream(bytes), 1_000);

            List<Line> dribbled = read(new Dribble(bytes, random), 1_000);

            assertThat(dribbled).isEqualTo(whole);
            StringBuilder again = new StringBuilder();
            for (Line line : whole) {
                again.append(((Line.Text) line).text()).append(((Line.Text) line).end());
            }
            assertThat(again).hasToString(text.toString());
        }
    }

    private static long usedMemory() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static List<Line> read(String text, int maxBytes) throws IOException {
        return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), maxBytes);
    }

    private static List<Line> read(InputStream in, int maxBytes) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (LineReader reader = new LineReader(in, maxBytes)) {
            for (Line line = reader.next(); line != null; line = reader.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Gives a few bytes at a time. */
    private static final class Dribble extends ByteArrayInputStream {
        private final Random random;

        private Dribble(byte[] bytes, Random random) {
            super(bytes);
            this.random = random;
        }

        @Override
        public synchronized int read(byte[] into, int from, int length) {
            return super.read(into, from, Math.min(length, 1 + random.nextInt(3)));
        }
    }
}
