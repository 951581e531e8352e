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
    static Machine now() {
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
}
