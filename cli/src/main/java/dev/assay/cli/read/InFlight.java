package dev.assay.cli.read;

/**
 * Jobs under way, counted where they are.
 *
 * @param waiting on the lane or in a worker's hands: no settlement calls them finished and they have no result
 * @param parked in a parked topic of the lane, or in a worker's hands again after having been there
 * @param scoring with a result and no score
 * @param counting with a score that the summary does not count yet
 */
public record InFlight(long waiting, long parked, long scoring, long counting) {
    public long total() {
        return waiting + parked + scoring + counting;
    }
}
