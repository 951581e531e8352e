package dev.assay.cli.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.slf4j.event.KeyValuePair;

/**
 * One JSON object a log line: {@code time}, {@code level}, {@code logger}, {@code message}, the event's own keys
 * beside them, and {@code error} where something was thrown. Named in {@code logback.xml}.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final byte[] NOTHING = new byte[0];

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        ObjectNode line = MAPPER.createObjectNode();
        line.put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
        line.put("level", event.getLevel().toString());
        line.put("logger", event.getLoggerName());
        line.put("message", event.getFormattedMessage());
        event.getMDCPropertyMap().forEach(line::put);
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                line.put(pair.key, String.valueOf(pair.value));
            }
        }
        if (event.getThrowableProxy() != null) {
            line.put("error", text(event.getThrowableProxy()));
        }
        return (line + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }

    private static String text(IThrowableProxy thrown) {
        StringBuilder text = new StringBuilder();
        String separator = "";
        for (IThrowableProxy cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(separator).append(cause.getClassName()).append(": ").append(cause.getMessage());
            separator = ", caused by ";
        }
        return text.toString();
    }
}
