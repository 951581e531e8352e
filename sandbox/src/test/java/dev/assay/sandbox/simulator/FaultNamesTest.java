package dev.assay.sandbox.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The names of faults are API: the document lists them, word for word. */
final class FaultNamesTest {
    @Test
    void theDocumentListsEveryFaultAndNoOther() throws Exception {
        List<String> document = Files.readAllLines(Path.of("..", "docs", "simulator.md"));
        int start = document.indexOf("| fault | what the client sees |") + 2;
        List<String> listed = document.stream()
                .skip(start)
                .takeWhile(line -> line.startsWith("|"))
                .toList();

        assertThat(listed)
                .isEqualTo(FaultNames.all().stream().map(FaultNamesTest::row).toList());
    }

    @Test
    void everyFaultCanBeMadeByItsName() {
        for (FaultNames.Description fault : FaultNames.all()) {
            String text = fault.name().equals("status") ? "status=500" : fault.name();
            assertThat(FaultNames.parse(text)).isNotNull();
            assertThat(FaultRule.of(text).fault()).isEqualTo(text);
        }
    }

    private static String row(FaultNames.Description fault) {
        String value = fault.value().isEmpty() ? "" : "=" + fault.value();
        return "| `" + fault.name() + value + "` | " + fault.meaning() + " |";
    }
}
