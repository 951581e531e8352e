package dev.assay.schemas.serde;

import org.apache.kafka.common.errors.RetriableException;

/**
 * The registry could not be asked, so nothing is known about the record. It is told apart from
 * {@link org.apache.kafka.common.errors.SerializationException} because such a record is not a bad one: it may be read
 * or written later and must not become a dead letter.
 */
public final class RegistryUnavailableException extends RetriableException {
    private static final long serialVersionUID = 1L;

    RegistryUnavailableException(String message) {
        super(message);
    }

    RegistryUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
