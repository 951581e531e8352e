@org.jspecify.annotations.NullMarked
package dev.assay.deadletters.index;
