package dev.assay.scorer.scoring;

import java.util.List;
import java.util.Optional;

/**
 * Which of an answer's numbers is the answer. Without a marker: the last one inside the last {@code \boxed{}} where
 * there is a box, else the one that is stated ({@link StatedNumber}), else the last one of the text that is meant
 * ({@link NumberContext}). With a marker ({@code ####}, {@code A:}, {@code \boxed{}}): the number
 * behind the marker's last occurrence; an answer without the marker then has none, unless {@code strict} is off.
 *
 * @param marker text that announces the number; empty for none
 * @param strict whether an answer without the marker has no number
 */
record FinalNumber(String marker, boolean strict) {
    private static final List<String> BOXES = List.of("\\boxed", "\\fbox");

    /** The number, or why there is none. */
    record Place(Optional<FoundNumber> number, String why) {}

    Place ofAnswer(String answer) {
        String text = NumberText.of(answer);
        if (marker.isEmpty()) {
            String box = lastBox(text);
            Optional<FoundNumber> boxed = box.isEmpty() ? Optional.empty() : last(box);
            return new Place(boxed.or(() -> StatedNumber.in(text)).or(() -> last(text)), "no number in the answer");
        }
        if (isBox(marker)) {
            String box = lastBox(text);
            return box.isEmpty() ? missing(text) : new Place(last(box), "no number in the box");
        }
        String mark = NumberText.of(marker);
        int at = text.lastIndexOf(mark);
        return at < 0
                ? missing(text)
                : new Place(behind(text.substring(at + mark.length())), "no number behind '" + marker + "'");
    }

    /** The one number of a target: behind the marker where the target has it, else the only one in it. */
    Optional<FoundNumber> ofTarget(String target) {
        String text = NumberText.of(target);
        boolean marked =
                !marker.isEmpty() && (isBox(marker) ? !lastBox(text).isEmpty() : text.contains(NumberText.of(marker)));
        if (marked) {
            return ofAnswer(target).number().filter(number -> !number.readings().isEmpty());
        }
        List<FoundNumber> found = NumberScanner.scan(text);
        return found.size() == 1 && !found.getFirst().readings().isEmpty()
                ? Optional.of(found.getFirst())
                : Optional.empty();
    }

    private Place missing(String text) {
        String why = "no '" + marker + "' in the answer";
        return strict ? new Place(Optional.empty(), why) : new Place(last(text), why + " and no number either");
    }

    private static boolean isBox(String marker) {
        return BOXES.contains(marker.replace("{}", ""));
    }

    /**
     * The number behind a marker: at once where one stands there, else the last of the line (behind its last equals
     * sign), else the first of what follows.
     */
    private static Optional<FoundNumber> behind(String rest) {
        int end = rest.indexOf('\n');
        String line = end < 0 ? rest : rest.substring(0, end);
        String side = line.substring(Math.max(line.lastIndexOf('='), line.lastIndexOf('≈')) + 1);
        List<FoundNumber> ofSide = whole(NumberScanner.scan(side));
        List<FoundNumber> inLine = ofSide.isEmpty() ? whole(NumberScanner.scan(line)) : ofSide;
        if (!inLine.isEmpty()) {
            FoundNumber first = inLine.getFirst();
            boolean atOnce = !ofSide.isEmpty()
                    && side.substring(0, first.start()).chars().noneMatch(FinalNumber::isWord);
            return Optional.of(atOnce ? first : inLine.getLast());
        }
        return whole(NumberScanner.scan(rest)).stream().findFirst();
    }

    private static boolean isWord(int c) {
        return Character.isLetter(c);
    }

    private static Optional<FoundNumber> last(String text) {
        List<FoundNumber> found = NumberContext.meant(text, whole(NumberScanner.scan(text)));
        return found.isEmpty() ? Optional.empty() : Optional.of(found.getLast());
    }

    /** Numbers that stand by themselves; those inside words only where there are no others. */
    private static List<FoundNumber> whole(List<FoundNumber> found) {
        List<FoundNumber> free =
                found.stream().filter(number -> !number.glued()).toList();
        return free.isEmpty() ? found : free;
    }

    /** What the last box holds; empty where there is no box that is closed. */
    private static String lastBox(String text) {
        for (String box : BOXES) {
            int at = text.lastIndexOf(box);
            int open = at < 0 ? -1 : text.indexOf('{', at);
            int close = open < 0 ? -1 : closing(text, open);
            if (close > open) {
                return text.substring(open + 1, close);
            }
        }
        return "";
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i;
            }
        }
        return -1;
    }
}
