/** Checks of the dashboards and rules in this module. */
@org.jspecify.annotations.NullMarked
package dev.assay.dashboards;
