/** The rules of the house, held by the build: who may import whom, names, clocks, and documents that name code. */
@org.jspecify.annotations.NullMarked
package dev.assay.house;
