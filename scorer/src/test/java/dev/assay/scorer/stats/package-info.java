@org.jspecify.annotations.NullMarked
package dev.assay.scorer.stats;
