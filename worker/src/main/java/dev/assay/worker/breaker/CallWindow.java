package dev.assay.worker.breaker;

/** The latest calls that count, and how many of them failed or were slow. */
final class CallWindow {
    private static final byte FAILED = 1;
    private static final byte SLOW = 2;

    private final byte[] calls;
    private int size;
    private int next;
    private int failed;
    private int slow;

    CallWindow(int capacity) {
        calls = new byte[capacity];
    }

    void add(boolean isFailed, boolean isSlow) {
        if (size == calls.length) {
            count(calls[next], -1);
        } else {
            size++;
        }
        calls[next] = (byte) ((isFailed ? FAILED : 0) | (isSlow ? SLOW : 0));
        count(calls[next], 1);
        next = (next + 1) % calls.length;
    }

    void clear() {
        size = 0;
        next = 0;
        failed = 0;
        slow = 0;
    }

    int size() {
        return size;
    }

    int failed() {
        return failed;
    }

    int slow() {
        return slow;
    }

    boolean failedShareReaches(double share) {
        return size > 0 && failed >= share * size;
    }

    boolean slowShareReaches(double share) {
        return size > 0 && slow >= share * size;
    }

    private void count(byte call, int by) {
        failed += (call & FAILED) == 0 ? 0 : by;
        slow += (call & SLOW) == 0 ? 0 : by;
    }
}
