/**
 * The rules of retrying, falling back, breaking and ramping, run through outages in virtual time: no threads, no
 * sleeping. {@link dev.assay.worker.simulation.SimulationReportTest} keeps what comes out in docs/simulation/report.md.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.simulation;
