@NullMarked
package dev.assay.scorer.report;

import org.jspecify.annotations.NullMarked;
