/** The ledger kept by processes of their own, on a real cluster: killed, frozen, restarted, forged. */
@org.jspecify.annotations.NullMarked
package dev.assay.pipeline.ledger;
