package dev.assay.worker.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EventDecoderTest {
    @Test
    void dataOfSeveralLinesIsOneEvent() {
        assertThat(data("data: a\ndata:b\ndata:  c\n\n")).containsExactly("a\nb\n c");
    }

    @Test
    void everyLineEndIsOne() {
        for (String end : List.of("\n", "\r", "\r\n")) {
            String stream = "data: a" + end + end + ": heartbeat" + end + end + "data: b" + end + end;
            assertThat(data(stream)).containsExactly("a", "b");
        }
    }

    @Test
    void commentsAndOtherFieldsAreNothing() {
        assertThat(data(":\n\n: ping\n\nid: 7\nretry: 100\n\nevent: ping\n\ndata\n\nunknown: x\n\n"))
                .containsExactly("");
    }

    @Test
    void anEventHasItsType() {
        List<EventDecoder.Event> events =
                decode("event: error\ndata: {}\n\ndata: x\n\n".getBytes(StandardCharsets.UTF_8));

        assertThat(events).extracting(EventDecoder.Event::type).containsExactly("error", "");
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstField() {
        assertThat(data("\uFEFFdata: a\n\n")).containsExactly("a");
    }

    @Test
    void whatTheEndLeavesOpenIsAnEventThatWasCut() {
        List<EventDecoder.Event> events = decode("data: a\n\ndata: [DO".getBytes(StandardCharsets.UTF_8));

        assertThat(events).extracting(EventDecoder.Event::isCut).containsExactly(false, true);
        assertThat(events.getLast().data()).isEqualTo("[DO");
    }

    @Test
    void bareJsonIsAnEvent() {
        assertThat(data("data: a\n\n{\"error\":1}\n")).containsExactly("a", "{\"error\":1}");
    }

    @Test
    void aCharacterCutAtTheEndIsReplacedAndNothingIsThrown() {
        byte[] whole = "data: 日".getBytes(StandardCharsets.UTF_8);

        assertThat(decode(Arrays.copyOf(whole, whole.length - 1)).getFirst().isCut())
                .isTrue();
    }

    @Test
    void theCutsOfTheNetworkChangeNothing() {
        Random random = new Random(5);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = stream(random).getBytes(StandardCharsets.UTF_8);

            assertThat(inPieces(bytes, random)).isEqualTo(decode(bytes));
        }
    }

    @Test
    void anyBytesAtAllAreTaken() {
        Random random = new Random(6);
        for (int round = 0; round < 500; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);

            assertThat(inPieces(bytes, random)).isEqualTo(decode(bytes));
        }
    }

    private static String stream(Random random) {
        String[] parts = {
            "data: ", "data:", "event: x", ": ", "\n", "\r", "\r\n", "\n\n", "é日😀", "{\"a\":1}", "\uFEFF", "id: 1"
        };
        StringBuilder stream = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            stream.append(parts[random.nextInt(parts.length)]);
        }
        return stream.toString();
    }

    private static List<EventDecoder.Event> inPieces(byte[] bytes, Random random) {
        EventDecoder decoder = new EventDecoder();
        List<EventDecoder.Event> events = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + 1 + random.nextInt(4));
            byte[] piece = Arrays.copyOfRange(bytes, from, to);
            events.addAll(decoder.feed(piece, piece.length));
            from = to;
        }
        events.addAll(decoder.end());
        return events;
    }

    private static List<EventDecoder.Event> decode(byte[] bytes) {
        EventDecoder decoder = new EventDecoder();
        List<EventDecoder.Event> events = new ArrayList<>(decoder.feed(bytes, bytes.length));
        events.addAll(decoder.end());
        return events;
    }

    private static List<String> data(String stream) {
        return decode(stream.getBytes(StandardCharsets.UTF_8)).stream()
                .map(EventDecoder.Event::data)
                .toList();
    }
}
