/** Alerting events: said once, in the log, in the meters and to a webhook. */
@org.jspecify.annotations.NullMarked
package dev.assay.worker.alert;
