@org.jspecify.annotations.NullMarked
package dev.assay.sandbox.simulator;
