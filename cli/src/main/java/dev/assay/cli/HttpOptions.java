package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import dev.assay.cli.terminal.Screen;
import dev.assay.runtime.ServiceHttp;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a service tells its metrics and its health. */
final class HttpOptions {
    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            description = "serve /metrics, /health/live and /health/ready there; 0 for a free port (not served)")
    @Nullable
    Integer port;

    @Option(
            names = "--http-host",
            paramLabel = "HOST",
            defaultValue = "127.0.0.1",
            description = "address for that; 0.0.0.0 in a container (127.0.0.1)")
    String host = "127.0.0.1";

    /** What is served, if anything. */
    static final class Served implements AutoCloseable {
        private final @Nullable ServiceHttp http;
        private final String host;

        private Served(@Nullable ServiceHttp http, String host) {
            this.http = http;
            this.host = host;
        }

        /** Says where. */
        void tell(Screen screen) {
            if (http != null) {
                screen.note("metrics and health on http://" + host + ":" + http.port() + "/metrics");
            }
        }

        /** Adds a page of plain text. */
        Served page(String path, Supplier<String> text) {
            if (http != null) {
                http.page(path, text);
            }
            return this;
        }

        @Override
        public void close() {
            if (http != null) {
                http.close();
            }
        }
    }

    /** Serves them where a port was given. */
    Served serve(PrometheusMeterRegistry meters, BooleanSupplier ready) {
        if (port == null) {
            return new Served(null, host);
        }
        try {
            return new Served(ServiceHttp.start(host, port, meters, ready), host);
        } catch (IOException e) {
            throw new Trouble(
                    ExitCode.USAGE,
                    "--http-port: " + port + " cannot be served: " + e.getMessage(),
                    "choose another",
                    e);
        }
    }
}
