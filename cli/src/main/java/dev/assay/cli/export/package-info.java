/** Results as files that other tools read: OpenAI Batch output and error files, scored JSON lines, CSV. */
@org.jspecify.annotations.NullMarked
package dev.assay.cli.export;
