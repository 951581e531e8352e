package dev.assay.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a process takes of the machine. */
final class ProcessUse {
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+([0-9]+) kB");
    private static final Pattern OLD = Pattern.compile("(?i)tenured[^\n]*? used ([0-9]+)K");

    private ProcessUse() {}

    /** Processor time since its start, of all its threads, in the system and outside; zero once it is gone. */
    static Duration cpu(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO);
    }

    /** The most memory that it has held so far, in bytes, by {@code /proc}; empty where there is none. */
    static OptionalLong peakMemory(long pid) throws IOException {
        Path status = Path.of("/proc", String.valueOf(pid), "status");
        return Files.isReadable(status) ? kilobytes(PEAK, Files.readString(status)) : OptionalLong.empty();
    }

    /**
     * Has a JVM with the serial collector collect all garbage, and tells what is left in its old generation, in bytes;
     * empty where this JVM comes without {@code jcmd}.
     */
    static OptionalLong liveHeap(long pid) throws IOException, InterruptedException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        if (!Files.isExecutable(jcmd)) {
            return OptionalLong.empty();
        }
        said(jcmd, pid, "GC.run");
        return oldGeneration(said(jcmd, pid, "GC.heap_info"));
    }

    static OptionalLong oldGeneration(String heapInfo) {
        return kilobytes(OLD, heapInfo);
    }

    private static OptionalLong kilobytes(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? OptionalLong.of(Long.parseLong(found.group(1)) * 1024) : OptionalLong.empty();
    }

    private static String said(Path jcmd, long pid, String what) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(List.of(jcmd.toString(), String.valueOf(pid), what))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        NotRightException.when(process.waitFor() != 0, "jcmd " + what + " failed: " + said.strip());
        return said;
    }
}
