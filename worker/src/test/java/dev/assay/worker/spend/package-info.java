@org.jspecify.annotations.NullMarked
package dev.assay.worker.spend;
