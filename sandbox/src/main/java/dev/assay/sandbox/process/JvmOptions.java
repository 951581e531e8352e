package dev.assay.sandbox.process;

import java.util.List;

/** Options of the sandbox's child JVMs, which log to standard error and take little. */
public final class JvmOptions {
    private static final String LOGGING = "-Dlogback.configurationFile=dev/assay/sandbox/logback-process.xml";

    private JvmOptions() {}

    /** For one that has to start soon: compiled quickly, and not again. */
    public static List<String> small(int heapMegabytes) {
        return List.of(
                "-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", LOGGING);
    }

    /** For one that works hard for minutes: compiled as well as the JVM can. */
    public static List<String> lasting(int heapMegabytes) {
        return List.of("-Xmx" + heapMegabytes + "m", "-XX:+UseSerialGC", "-Xshare:auto", LOGGING);
    }
}
