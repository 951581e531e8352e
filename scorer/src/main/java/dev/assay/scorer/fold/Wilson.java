package dev.assay.scorer.fold;

/**
 * Wilson's score interval of a share (E. B. Wilson, 1927): the shares {@code p} from which the observed one is not
 * further away than 1.96 of its standard errors, {@code (observed - p)² <= z² p (1 - p) / n}. Unlike the textbook
 * interval it stays within 0 and 1 and means something for few answers and for none or all right.
 *
 * @param low lower end
 * @param high upper end
 */
public record Wilson(double low, double high) {
    /** The normal distribution's 97.5 % point: 95 % lie within it on both sides. */
    private static final double Z = 1.959963984540054;

    /**
     * The 95 % interval.
     *
     * @param passed how many passed, 0 to {@code n}
     * @param n of how many, at least 1
     */
    public static Wilson of(long passed, long n) {
        if (n < 1 || passed < 0 || passed > n) {
            throw new IllegalArgumentException(passed + " of " + n + " (expected: 0 to n, n at least 1)");
        }
        double share = (double) passed / n;
        double z2 = Z * Z / n;
        double centre = share + z2 / 2;
        double reach = Z * Math.sqrt(share * (1 - share) / n + z2 / (4 * n));
        double low = passed == 0 ? 0 : (centre - reach) / (1 + z2);
        double high = passed == n ? 1 : (centre + reach) / (1 + z2);
        return new Wilson(low, high);
    }
}
