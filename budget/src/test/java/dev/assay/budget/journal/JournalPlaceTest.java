package dev.assay.budget.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JournalPlaceTest {
    @Test
    void itIsReadBackFromItsText() {
        JournalPlace place = new JournalPlace(5_000_000_000L, 17);

        assertThat(place.text()).isEqualTo("journal=5000000000 epoch=17");
        assertThat(JournalPlace.parse(place.text())).contains(place);
        assertThat(JournalPlace.parse(new JournalPlace(0, -1).text())).contains(new JournalPlace(0, -1));
    }

    @Test
    void otherMetadataIsNone() {
        assertThat(JournalPlace.parse("")).isEmpty();
        assertThat(JournalPlace.parse("journal=x epoch=1")).isEmpty();
        assertThat(JournalPlace.parse("journal=99999999999999999999 epoch=1")).isEmpty();
    }
}
