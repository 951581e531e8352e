package dev.assay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.assay.cli.stack.StackRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
    @TempDir
    Path state;

    @Test
    void showsAnOutageSurvivedNothingLostAndTheBooksAccuracy() throws IOException {
        Call demo = Call.of("demo", "--state", state.toString(), "--json");
        assertThat(demo.code()).as(demo.err()).isZero();
        assertThat(demo.out().lines()).hasSize(1);
        JsonNode result = JsonMapper.builder().build().readTree(demo.out());
        assertThat(result.at("/run/enqueued").asInt()).isEqualTo(2000);
        assertThat(result.at("/verification/holds").asBoolean()).isTrue();
        assertThat(result.at("/verification/remainder").asLong()).isZero();
        assertThat(result.at("/deadLetters/BAD_REQUEST").asInt())
                .as("jobs that both providers refuse, and the only dead letters")
                .isEqualTo(6)
                .isEqualTo(result.at("/run/summary/outcomes/DEAD_LETTERED").asInt());
        JsonNode fallbacks = result.at("/run/summary/fallbacks");
        assertThat(fallbacks.path("OVERLOADED").asInt()
                        + fallbacks.path("CIRCUIT_OPEN").asInt())
                .as("jobs that the outage hit and the second provider answered")
                .isBetween(24, 1500);
        assertThat(result.at("/book/right").asInt()).isEqualTo(1640);
        assertThat(result.at("/book/agreeing").asInt())
                .isEqualTo(result.at("/book/scored").asInt());
        assertThat(result.at("/book/passed").asInt())
                .isEqualTo(result.at("/book/rightAmongScored").asInt());
        assertThat(Files.size(Path.of(result.path("report").asText()))).isPositive();
        assertThat(demo.err())
                .contains("outage: the provider answers 503")
                .contains("the provider is back")
                .contains("each is a dead letter with its evidence")
                .contains("answered by the second provider")
                .contains("they agree on every answer");
        assertThat(StackRecord.read(state.resolve("demo"))).isEmpty();
    }
}
