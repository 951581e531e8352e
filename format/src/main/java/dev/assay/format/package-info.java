/** The formatter of the build, run on the build's own JDK because Maven's may be older than the sources. */
@org.jspecify.annotations.NullMarked
package dev.assay.format;
