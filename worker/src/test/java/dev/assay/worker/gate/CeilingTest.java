package dev.assay.worker.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class CeilingTest {
    private final Ceiling ceiling = new Ceiling();

    @Test
    void thereIsNoneUntilTheProviderRefusesACallForTheirNumber() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(ceiling.isFull()).isFalse();
            ceiling.enter();
        }
    }

    @Test
    void isHalvedAtARefusalAndOnceForAllThatWereUnderWay() {
        Deque<Long> rounds = enter(32);

        ceiling.tooMany(rounds.pop());
        ceiling.tooMany(rounds.pop());
        ceiling.tooMany(rounds.pop());

        assertThat(ceiling.most()).isEqualTo(16);
        assertThat(ceiling.isFull()).isTrue();
    }

    @Test
    void isNeverLessThanOne() {
        for (int i = 0; i < 10; i++) {
            ceiling.tooMany(ceiling.enter());
        }

        assertThat(ceiling.most()).isEqualTo(1);
        assertThat(ceiling.isFull()).isFalse();
    }

    @Test
    void growsByOneAfterAsManyRepliesAsItIs() {
        Deque<Long> rounds = enter(8);
        ceiling.tooMany(rounds.pop());
        assertThat(ceiling.most()).isEqualTo(4);

        for (int i = 0; i < 4; i++) {
            ceiling.letIn();
        }
        assertThat(ceiling.most()).isEqualTo(5);
        for (int i = 0; i < 3; i++) {
            ceiling.letIn();
        }
        assertThat(ceiling.most()).isEqualTo(5);
    }

    @Test
    void doesNotGrowByCallsThatHadRoom() {
        Deque<Long> rounds = enter(8);
        ceiling.tooMany(rounds.pop());
        while (!rounds.isEmpty()) {
            rounds.pop();
            ceiling.left();
        }

        for (int i = 0; i < 100; i++) {
            ceiling.enter();
            ceiling.letIn();
        }

        assertThat(ceiling.most()).isEqualTo(4);
    }

    /** A provider that takes 5 calls at once, and a worker that would make 40. */
    @Test
    void settlesNearWhatTheProviderTakes() {
        int refused = 0;
        int peak = 0;
        Deque<Long> admitted = new ArrayDeque<>();
        for (int step = 0; step < 2_000; step++) {
            while (!ceiling.isFull() && admitted.size() < 40) {
                long round = ceiling.enter();
                if (admitted.size() >= 5) {
                    ceiling.tooMany(round);
                    refused++;
                } else {
                    admitted.add(round);
                }
            }
            peak = Math.max(peak, admitted.size());
            admitted.pop();
            ceiling.letIn();
        }

        assertThat(peak).isEqualTo(5);
        assertThat((double) refused / 2_000).as("share of calls refused").isLessThan(0.15);
    }

    private Deque<Long> enter(int count) {
        Deque<Long> rounds = new ArrayDeque<>();
        for (int i = 0; i < count; i++) {
            rounds.add(ceiling.enter());
        }
        return rounds;
    }
}
