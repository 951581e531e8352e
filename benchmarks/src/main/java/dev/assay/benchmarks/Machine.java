package dev.assay.benchmarks;

import java.lang.management.ManagementFactory;

/**
 * What figures were taken on.
 *
 * @param cores processors that this process may use
 * @param memoryBytes of the machine, or of the container where it is limited
 * @param system operating system and architecture
 * @param jvm name and version
 * @param load the load average of the last minute before; negative where the system does not tell
 */
public record Machine(int cores, long memoryBytes, String system, String jvm, double load) {
    /** What it is now. */
    public static Machine now() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        long memory =
                system instanceof com.sun.management.OperatingSystemMXBean known ? known.getTotalMemorySize() : -1;
        return new Machine(
                system.getAvailableProcessors(),
                memory,
                system.getName() + " " + system.getVersion() + " " + system.getArch(),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                system.getSystemLoadAverage());
    }

    /** Whether others need its processors, so that figures say little. */
    public boolean isBusy() {
        return isBusy(load, cores);
    }

    static boolean isBusy(double load, int cores) {
        return load > cores / 2.0;
    }
}
