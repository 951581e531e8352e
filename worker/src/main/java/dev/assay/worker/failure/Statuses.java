package dev.assay.worker.failure;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** HTTP statuses as a rule names them: {@code 429}, {@code 500-599}, or a list of both; none named means any. */
record Statuses(List<Range> ranges) {
    private static final Pattern RANGE = Pattern.compile("([1-9]\\d\\d)(?:-([1-9]\\d\\d))?");

    record Range(int from, int to) {}

    static final Statuses ANY = new Statuses(List.of());

    Statuses {
        ranges = List.copyOf(ranges);
    }

    /** @param named one status or range, or a list of them */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static Statuses of(Object named) {
        List<Range> ranges = new ArrayList<>();
        for (Object one : named instanceof List<?> several ? several : List.of(named)) {
            Matcher range = RANGE.matcher(String.valueOf(one));
            if (!range.matches()) {
                throw new IllegalArgumentException("status: " + one + " (expected: such as 429 or 500-599)");
            }
            int from = Integer.parseInt(range.group(1));
            ranges.add(new Range(from, range.group(2) == null ? from : Integer.parseInt(range.group(2))));
        }
        return new Statuses(ranges);
    }

    boolean isAny() {
        return ranges.isEmpty();
    }

    boolean has(int status) {
        return isAny() || ranges.stream().anyMatch(range -> range.from() <= status && status <= range.to());
    }
}
