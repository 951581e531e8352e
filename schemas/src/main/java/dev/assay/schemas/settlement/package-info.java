/** What a worker group's committed offset says beyond a number: which later jobs are finished, which were started. */
@org.jspecify.annotations.NullMarked
package dev.assay.schemas.settlement;
