package dev.assay.sandbox.process;

import java.util.List;

/** Options of child JVMs that have to start soon and take little. */
public final class JvmOptions {
    private JvmOptions() {}

    /** Few threads for collection and compilation, and the quiet log of the sandbox on standard error. */
    public static List<String> small(int heapMegabytes) {
        return List.of(
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Dlogback.configurationFile=dev/assay/sandbox/logback-process.xml");
    }
}
