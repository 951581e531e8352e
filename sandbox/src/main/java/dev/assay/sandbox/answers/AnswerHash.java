package dev.assay.sandbox.answers;

/** Turns a seed and a text into a number that looks random and is always the same. */
public final class AnswerHash {
    private AnswerHash() {}

    public static long of(long seed, String text) {
        long hash = mix(seed + 0x9E3779B97F4A7C15L);
        for (int i = 0; i < text.length(); i++) {
            hash = hash * 0x100000001B3L ^ text.charAt(i);
        }
        return mix(hash);
    }

    /** The same as a share from 0 (inclusive) to 1 (exclusive). */
    public static double share(long seed, String text) {
        return (of(seed, text) >>> 11) * 0x1.0p-53;
    }

    /** The last step of SplitMix64: every bit of the input changes half of the output. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
