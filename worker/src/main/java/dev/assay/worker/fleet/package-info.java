/** What all workers must know at once, through the fleet topic: cancelled runs, blocked accounts, closed gates. */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.fleet;
