package dev.assay.producer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.producer.TransactionWriter.Sent;
import java.time.Duration;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class TransactionWriterTest {
    private static final Duration YOUNG = Duration.ofMillis(9_999);
    private static final Duration OLD = Duration.ofSeconds(10);

    @Test
    void aYoungTransactionThatIsFencedWasTakenOver() {
        assertThat(TransactionWriter.verdict(new ProducerFencedException("f"), YOUNG))
                .isEqualTo(new Sent.Fenced());
        assertThat(TransactionWriter.verdict(new KafkaException(new InvalidProducerEpochException("e")), YOUNG))
                .isEqualTo(new Sent.Fenced());
    }

    @Test
    void oneThatMayHaveTimedOutIsLookedAtAgain() {
        assertThat(TransactionWriter.verdict(new ProducerFencedException("f"), OLD))
                .isEqualTo(new Sent.Unknown("the transaction took longer than its timeout"));
    }

    @Test
    void otherTroubleIsLookedAtAgainToo() {
        assertThat(TransactionWriter.verdict(new KafkaException("outer", new TimeoutException("no answer")), YOUNG))
                .isEqualTo(new Sent.Unknown("TimeoutException: no answer"));
    }

    @Test
    void whatTryingAgainCannotHelpIsNotTriedAgain() {
        assertThatThrownBy(() ->
                        TransactionWriter.verdict(new KafkaException(new TopicAuthorizationException("no")), YOUNG))
                .isInstanceOf(KafkaException.class);
        assertThatThrownBy(() -> TransactionWriter.verdict(new RecordTooLargeException("big"), YOUNG))
                .isInstanceOf(RecordTooLargeException.class);
    }
}
