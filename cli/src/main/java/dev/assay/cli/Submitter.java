package dev.assay.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Who is at the keyboard, as user@host, for the records of who did what. */
final class Submitter {
    private Submitter() {}

    static String name() {
        String user = System.getProperty("user.name", "unknown");
        try {
            return user + "@" + InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return user + "@unknown";
        }
    }
}
