package dev.assay.scorer.scoring;

import java.util.List;

/**
 * A number as it stands in a text.
 *
 * @param start where it begins, its sign included
 * @param end where it ends, its percent sign or magnitude included
 * @param text how it was written
 * @param readings what it may mean, the plain one first ({@code 5k} is 5 or 5000); empty when it is too large to hold
 * @param percent whether a percent sign follows
 * @param glued whether it is part of a word, as in {@code H2O}
 */
record FoundNumber(int start, int end, String text, List<Rational> readings, boolean percent, boolean glued) {}
