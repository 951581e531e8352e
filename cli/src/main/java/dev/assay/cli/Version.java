package dev.assay.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote down. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"assay " + number() + " (Java " + Runtime.version() + ")"};
    }

    static String number() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("/dev/assay/cli/build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        }
        return properties.getProperty("version", "of an unknown build");
    }
}
