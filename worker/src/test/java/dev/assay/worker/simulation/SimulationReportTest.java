package dev.assay.worker.simulation;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SimulationReportTest {
    @Test
    void report() throws Exception {
        Files.writeString(
                Path.of("target/report.md"),
                SimulationReport.page(
                        Shape.all().stream().map(SimulationReport.Pair::of).toList()));
    }
}
