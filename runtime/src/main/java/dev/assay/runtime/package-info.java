/** What every Assay process needs: settings, Kafka clients, time, meters, start and drain. */
@org.jspecify.annotations.NullMarked
package dev.assay.runtime;
