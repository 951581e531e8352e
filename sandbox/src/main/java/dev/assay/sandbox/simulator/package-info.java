/** A simulated provider that speaks OpenAI's chat completions, with limits, faults on request, and a log of calls. */
@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.simulator;
