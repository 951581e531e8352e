package dev.assay.deadletters.index;

import dev.assay.deadletters.FoundLetter;
import dev.assay.deadletters.Letter;
import dev.assay.deadletters.LetterState;
import dev.assay.schemas.DeadLetter;
import java.nio.ByteBuffer;

/**
 * What the index keeps of a dead letter, {@value #BYTES} bytes in its file. Texts are codes of {@link Words}.
 *
 * @param offset its offset
 * @param at when it was written, in epoch milliseconds
 * @param state how it stands
 * @param mark offset of its mark; -1 while it is open
 * @param run code of the run
 * @param tenant code of the tenant
 * @param model code of the model
 * @param size bytes of key, value and headers
 * @param kind code of the failure kind's name; of no text where the letter is damaged
 * @param disposition code of the disposition's name; likewise
 */
record Entry(
        long offset,
        long at,
        LetterState state,
        long mark,
        int run,
        int tenant,
        int model,
        int size,
        int kind,
        int disposition) {
    static final int BYTES = 52;

    private static final int AT = 8;
    /** Mark and state in one number, so that one write of eight bytes marks a letter: never half of it. */
    private static final int MARK = 16;

    private static final int RUN = 24;
    private static final int TENANT = 28;
    private static final int MODEL = 32;
    private static final int SIZE = 36;
    private static final int KIND = 40;
    private static final int DISPOSITION = 44;
    private static final int CHECK = 48;
    private static final int STATE_BITS = 2;
    private static final long STATE_MASK = (1 << STATE_BITS) - 1;
    private static final int REPLAYED = 1;
    private static final int DISCARDED = 2;
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    /** Of a letter as it is read, open. */
    static Entry of(Letter letter, Words words) {
        DeadLetter told = letter.told().orElse(null);
        return new Entry(
                letter.id().offset(),
                letter.at().toEpochMilli(),
                LetterState.OPEN,
                -1,
                told == null ? Words.NONE : words.code(told.getRunId()),
                told == null ? Words.NONE : words.code(told.getTenant()),
                told == null ? Words.NONE : words.code(told.getModel()),
                size(letter),
                told == null ? Words.NONE : words.code(told.getKind().name()),
                told == null ? Words.NONE : words.code(told.getDisposition().name()));
    }

    /** Of a letter that is not indexed: without the codes, and without the place of its mark. */
    static Entry unnamed(FoundLetter found) {
        Letter letter = found.letter();
        return new Entry(
                letter.id().offset(),
                letter.at().toEpochMilli(),
                found.state(),
                -1,
                Words.NOT_KEPT,
                Words.NOT_KEPT,
                Words.NOT_KEPT,
                size(letter),
                Words.NOT_KEPT,
                Words.NOT_KEPT);
    }

    /** Reads the one that begins there, whatever is there. */
    static Entry read(ByteBuffer buffer, int start) {
        long mark = buffer.getLong(start + MARK);
        return new Entry(
                buffer.getLong(start),
                buffer.getLong(start + AT),
                state(mark),
                mark < 0 ? -1 : mark >> STATE_BITS,
                buffer.getInt(start + RUN),
                buffer.getInt(start + TENANT),
                buffer.getInt(start + MODEL),
                buffer.getInt(start + SIZE),
                buffer.getInt(start + KIND),
                buffer.getInt(start + DISPOSITION));
    }

    boolean damaged() {
        return kind == Words.NONE;
    }

    /** Appends it. */
    void write(ByteBuffer buffer) {
        int start = buffer.position();
        buffer.putLong(offset).putLong(at).putLong(marked(state, mark));
        buffer.putInt(run).putInt(tenant).putInt(model).putInt(size);
        buffer.putInt(kind).putInt(disposition).putInt(0);
        buffer.putInt(start + CHECK, check(buffer, start));
    }

    /** Whether what begins there was written as a whole, with these words. What marks change is no part of the check sum. */
    static boolean isSound(ByteBuffer buffer, int start, Words words) {
        long mark = buffer.getLong(start + MARK);
        return buffer.getInt(start + CHECK) == check(buffer, start)
                && (mark == -1 || (mark > 0 && state(mark) != LetterState.OPEN))
                && words.isCode(buffer.getInt(start + RUN))
                && words.isCode(buffer.getInt(start + TENANT))
                && words.isCode(buffer.getInt(start + MODEL))
                && words.isCode(buffer.getInt(start + KIND))
                && words.isCode(buffer.getInt(start + DISPOSITION));
    }

    /** Notes what was done about the letter whose entry begins there. */
    static void mark(ByteBuffer buffer, int start, LetterState state, long mark) {
        buffer.putLong(start + MARK, marked(state, mark));
    }

    private static long marked(LetterState state, long mark) {
        return switch (state) {
            case OPEN -> -1;
            case REPLAYED -> (mark << STATE_BITS) | REPLAYED;
            case DISCARDED -> (mark << STATE_BITS) | DISCARDED;
        };
    }

    private static LetterState state(long marked) {
        int bits = (int) (marked & STATE_MASK);
        return marked >= 0 && bits == REPLAYED
                ? LetterState.REPLAYED
                : marked >= 0 && bits == DISCARDED ? LetterState.DISCARDED : LetterState.OPEN;
    }

    private static int check(ByteBuffer buffer, int start) {
        long sum = (buffer.getLong(start) + PRIME) * PRIME;
        sum = (sum ^ buffer.getLong(start + AT)) * PRIME;
        sum = (sum ^ buffer.getLong(start + RUN)) * PRIME;
        sum = (sum ^ buffer.getLong(start + MODEL)) * PRIME;
        sum = (sum ^ buffer.getLong(start + KIND)) * PRIME;
        return (int) (sum >>> 32);
    }

    private static int size(Letter letter) {
        return (int) Math.min(letter.size(), Integer.MAX_VALUE);
    }
}
