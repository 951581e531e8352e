package dev.assay.scorer.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1 s",
        "1340, 1.3 s",
        "59949, 59.9 s",
        "59950, 1 min",
        "60000, 1 min",
        "61000, 1 min 1 s",
        "3599400, 59 min 59 s",
        "3599600, 1 h",
        "3661000, 1 h 1 min",
        "86399000, 1 d",
        "90000000, 1 d 1 h",
        "345600000, 4 d"
    })
    void durationsAreInTheirTwoLargestUnits(long millis, String text) {
        assertThat(plain(Figures.millis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.0 %", "0.0001, <0.1 %", "0.842, 84.2 %", "0.9999, >99.9 %", "1, 100.0 %"})
    void sharesAreNoneOrAllOnlyWhenExactlySo(double share, String text) {
        assertThat(plain(Figures.percent(share))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0.000123456, 0.0001235", "0.5467, 0.5467", "1, 1.00", "1234.565, '1,234.57'"})
    void moneyIsRoundedToWhatPeopleRead(BigDecimal amount, String text) {
        assertThat(Figures.money(amount)).isEqualTo(text);
    }

    @Test
    void whatIsUnknownIsADash() {
        assertThat(Figures.percent(null)).isEqualTo(Figures.NONE);
        assertThat(Figures.percent(Double.NaN)).isEqualTo(Figures.NONE);
        assertThat(Figures.percent(3, 0)).isEqualTo(Figures.NONE);
        assertThat(Figures.value(Double.NaN)).isEqualTo(Figures.NONE);
        assertThat(Figures.ratio(3, 0)).isEqualTo(Figures.NONE);
        assertThat(Figures.average(3, 0)).isEqualTo(Figures.NONE);
        assertThat(Figures.money(null)).isEqualTo(Figures.NONE);
        assertThat(Figures.millis(null)).isEqualTo(Figures.NONE);
    }

    @Test
    void countsHaveTheirNoun() {
        assertThat(plain(Figures.counted(1, "job"))).isEqualTo("1 job");
        assertThat(plain(Figures.counted(1_319, "job"))).isEqualTo("1,319 jobs");
    }

    @Test
    void theMachinesLanguageDoesNotShow() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(plain(Figures.percent(0.842))).isEqualTo("84.2 %");
            assertThat(plain(Figures.moment(Instant.parse("2026-03-01T09:05:00Z"))))
                    .isEqualTo("1 Mar 2026, 09:05:00 UTC");
            assertThat(Figures.css(12.5)).isEqualTo("12.5%");
        } finally {
            Locale.setDefault(before);
        }
    }

    private static String plain(String text) {
        return text.replace('\u00A0', ' ');
    }
}
