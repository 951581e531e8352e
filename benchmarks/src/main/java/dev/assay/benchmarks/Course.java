package dev.assay.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * How a run went on: samples of what had been answered and what processor time it had taken, in order of time.
 *
 * @param jobs how many jobs it was about
 */
record Course(long jobs, List<Sample> samples) {
    /** Unit of {@link Stretch#cpuPerThousand}. */
    static final String CPU_UNIT = "CPU-s / 1,000 jobs";

    Course {
        samples = List.copyOf(samples);
    }

    /**
     * One look.
     *
     * @param nanos monotonic time of it
     * @param ended calls that the provider had answered since the beginning
     * @param cpu processor time that each process had taken since its start, by the process's name
     */
    record Sample(long nanos, long ended, Map<String, Duration> cpu) {
        Sample {
            cpu = Map.copyOf(cpu);
        }
    }

    /** What lies between two samples. */
    record Stretch(Sample from, Sample to) {
        long jobs() {
            return to.ended() - from.ended();
        }

        double seconds() {
            return (to.nanos() - from.nanos()) / 1e9;
        }

        /** Jobs a second. */
        double rate() {
            return jobs() / seconds();
        }

        /** Processor seconds of a process for a thousand jobs. */
        double cpuPerThousand(String process) {
            return seconds(to, process).minus(seconds(from, process)).toNanos() / 1e6 / jobs();
        }

        private static Duration seconds(Sample sample, String process) {
            return sample.cpu().getOrDefault(process, Duration.ZERO);
        }
    }

    /** From a tenth to nine tenths of the jobs: neither the start of JVMs nor the last jobs are in it. */
    Stretch steady() {
        return between(jobs / 10, jobs - jobs / 10);
    }

    /** From the first sample at which so many had ended to the first at which so many more had. */
    Stretch between(long first, long last) {
        Stretch stretch = new Stretch(firstAt(first), firstAt(last));
        if (stretch.jobs() <= 0 || stretch.to().nanos() <= stretch.from().nanos()) {
            throw new NotRightException("between " + first + " and " + last + " of " + jobs
                    + " jobs there is nothing to measure: it was over between two looks");
        }
        return stretch;
    }

    /** Processor seconds of a process for a thousand jobs, its start and end included. */
    double wholeCpuPerThousand(String process) {
        return samples.getLast().cpu().getOrDefault(process, Duration.ZERO).toNanos() / 1e6 / jobs;
    }

    private Sample firstAt(long ended) {
        return samples.stream()
                .filter(sample -> sample.ended() >= ended)
                .findFirst()
                .orElseThrow(() -> new NotRightException(
                        "only " + samples.getLast().ended() + " of " + ended + " calls were answered"));
    }
}
