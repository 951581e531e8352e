@NullMarked
package dev.assay.scorer.judge;

import org.jspecify.annotations.NullMarked;
