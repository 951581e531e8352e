/**
 * Which calls a worker may make now: gates that limits close, ceilings on calls at once, blocked accounts. Arithmetic
 * that takes time as an argument; {@link dev.assay.worker.gate.Gates} puts it together.
 */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.gate;
