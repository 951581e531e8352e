@org.jspecify.annotations.NullMarked
package dev.assay.budget.client;
