package dev.assay.scorer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The name under which a scorer is a member of its group, kept in its state directory. A scorer that was killed and
 * comes back with its directory takes its own place again at once; without a name the group would first wait for the
 * dead one's session to run out, and give nobody its partitions meanwhile.
 */
final class Membership {
    private static final String FILE = "assay-member";
    private static final Pattern FORM = Pattern.compile("[0-9a-f-]{36}");

    private Membership() {}

    /** The name that belongs to the directory; both are made where they are missing. */
    static String of(Path stateDir) {
        Path file = stateDir.resolve(FILE);
        try {
            Files.createDirectories(stateDir);
            if (!Files.exists(file)) {
                make(file);
            }
            String name = Files.readString(file).strip();
            if (!FORM.matcher(name).matches()) {
                throw new IllegalStateException(
                        file + ": holds no name of a group member (delete it; the next start" + " makes a new one)");
            }
            return name;
        } catch (IOException e) {
            throw new UncheckedIOException("stateDir: " + stateDir + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Written apart and moved, so that a crash leaves a whole name or none. */
    private static void make(Path file) throws IOException {
        Path draft = Files.createTempFile(file.getParent(), FILE, ".new");
        Files.writeString(draft, UUID.randomUUID() + "\n");
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
