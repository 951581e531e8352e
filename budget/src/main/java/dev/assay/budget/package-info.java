/** What calls cost before they are made: token estimates, and local pacing. */
@org.jspecify.annotations.NullMarked
package dev.assay.budget;
