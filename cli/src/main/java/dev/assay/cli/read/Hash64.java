package dev.assay.cli.read;

/** A 64-bit hash of texts: FNV-1a over the characters, its bits mixed at the end. Not for keeping secrets. */
final class Hash64 {
    private static final long START = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long hash = START;

    static long of(String text) {
        return new Hash64().add(text).value();
    }

    /** Adds a text behind its length, so that no two lists of texts are the same. */
    Hash64 add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * PRIME;
        }
        return this;
    }

    Hash64 add(long number) {
        for (int shift = 0; shift < Long.SIZE; shift += Short.SIZE) {
            hash = (hash ^ (number >>> shift & 0xffff)) * PRIME;
        }
        return this;
    }

    long value() {
        long mixed = (hash ^ (hash >>> 32)) * 0xd6e8feb86659fd93L;
        mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8feb86659fd93L;
        return mixed ^ (mixed >>> 32);
    }
}
