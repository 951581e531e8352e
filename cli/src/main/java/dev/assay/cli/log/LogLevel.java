package dev.assay.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** How much is logged: commands log warnings, services tell what they do as well. */
public enum LogLevel {
    /** Nothing: a drill provokes what is logged otherwise. */
    NONE(Level.OFF, Level.OFF),
    /** Only what breaks; Kafka's clients and broker, which repeat themselves while they recover, not at all. */
    SILENT(Level.ERROR, Level.OFF),
    COMMAND(Level.WARN, Level.ERROR),
    SERVICE(Level.INFO, Level.ERROR);

    private final String own;
    private final String kafka;

    LogLevel(Level own, Level kafka) {
        this.own = own.toString();
        this.kafka = kafka.toString();
    }

    public void apply() {
        set("dev.assay", own);
        set("org.apache.kafka", kafka);
        set("kafka", kafka);
    }

    private static void set(String name, String level) {
        if (LoggerFactory.getLogger(name) instanceof Logger logger) {
            logger.setLevel(Level.valueOf(level));
        }
    }
}
