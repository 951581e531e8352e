package dev.assay.cli.read;

/**
 * Jobs under way, counted where they are and never by subtraction.
 *
 * @param waiting on the lane or in a worker's hands: no settlement calls them finished and they have no result
 * @param scoring with a result and no score
 * @param counting with a score that the summary's fold had not read
 */
public record InFlight(long waiting, long scoring, long counting) {
    public long total() {
        return waiting + scoring + counting;
    }
}
