/** What calls may spend: limits as they are configured, estimates, and the levels of tenants' quotas. */
@NullMarked
package dev.assay.worker.spend;

import org.jspecify.annotations.NullMarked;
