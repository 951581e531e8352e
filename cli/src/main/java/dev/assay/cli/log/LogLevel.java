package dev.assay.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** How much is logged: commands log warnings, services tell what they do as well. */
public enum LogLevel {
    COMMAND(Level.WARN),
    SERVICE(Level.INFO);

    private final String level;

    LogLevel(Level level) {
        this.level = level.toString();
    }

    public void apply() {
        if (LoggerFactory.getLogger("dev.assay") instanceof Logger logger) {
            logger.setLevel(Level.valueOf(level));
        }
    }
}
