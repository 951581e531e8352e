package dev.assay.cli.drill;

import java.util.List;
import java.util.stream.Stream;

/** All rows of the matrix; the long ones first, so that the short ones fill the gaps at the end. */
final class Rows {
    private Rows() {}

    static List<Row> all() {
        return Stream.of(
                        FleetRows.all(),
                        LimitRows.all(),
                        OutageRows.all(),
                        PlainRows.all(),
                        CutRows.all(),
                        AccountRows.all(),
                        ChoiceRows.all(),
                        AnswerRows.all())
                .flatMap(List::stream)
                .toList();
    }
}
