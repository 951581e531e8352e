package dev.assay.sandbox.broker;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/**
 * The directory that holds the data of all nodes, owned by one broker at a time through a lock that the system drops
 * when its process dies.
 */
final class StateDirectory implements AutoCloseable {
    private static final String CLUSTER = "cluster.properties";
    private static final String LOCK = "broker.lock";

    private final Path path;
    private final boolean temporary;
    private final FileChannel lockFile;
    private final String clusterId;

    private StateDirectory(Path path, boolean temporary, FileChannel lockFile, String clusterId) {
        this.path = path;
        this.temporary = temporary;
        this.lockFile = lockFile;
        this.clusterId = clusterId;
    }

    /**
     * Takes the directory.
     *
     * @param wanted null for a temporary one
     * @throws IllegalStateException when another broker has it, or it belongs to another number of nodes
     */
    static StateDirectory open(@Nullable Path wanted, int nodes) throws IOException {
        Path path = wanted == null ? Files.createTempDirectory("assay-kafka-") : Files.createDirectories(wanted);
        FileChannel lockFile = lock(path);
        try {
            return new StateDirectory(path, wanted == null, lockFile, clusterId(path, nodes));
        } catch (IOException | RuntimeException e) {
            lockFile.close();
            throw e;
        }
    }

    Path logDir(int node) {
        return path.resolve("node-" + node);
    }

    /** Prepares a node's directory at its first start; does nothing at later ones. */
    void format(int node, Properties properties) throws IOException {
        if (Files.exists(logDir(node).resolve("meta.properties"))) {
            return;
        }
        Path file = path.resolve("node-" + node + ".properties");
        try (var out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        var said = new java.io.ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            int exit = StorageTool.execute(new String[] {"format", "-t", clusterId, "-c", file.toString()}, out);
            if (exit != 0) {
                throw new IllegalStateException("cannot format " + logDir(node) + ": "
                        + said.toString(StandardCharsets.UTF_8).strip());
            }
        }
    }

    @Override
    public void close() {
        try {
            lockFile.close();
            if (temporary) {
                delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave " + path, e);
        }
    }

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> found = Files.walk(directory)) {
            for (Path file : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        FileChannel file = FileChannel.open(
                path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = file.tryLock();
        } catch (OverlappingFileLockException thisJvmHasIt) {
            // The same refusal as for another process.
        }
        if (lock == null) {
            file.close();
            throw new IllegalStateException("state directory " + path + " is in use by another broker"
                    + " (stop that one, or choose another directory)");
        }
        return file;
    }

    private static String clusterId(Path path, int nodes) throws IOException {
        Path file = path.resolve(CLUSTER);
        Properties cluster = new Properties();
        if (Files.exists(file)) {
            try (var in = Files.newBufferedReader(file)) {
                cluster.load(in);
            }
            String kept = cluster.getProperty("nodes", "");
            if (!kept.equals(String.valueOf(nodes))) {
                throw new IllegalStateException("state directory " + path + " belongs to a cluster of " + kept
                        + " nodes (asked for: " + nodes + ")");
            }
        } else {
            cluster.setProperty("cluster.id", Uuid.randomUuid().toString());
            cluster.setProperty("nodes", String.valueOf(nodes));
            try (var out = Files.newBufferedWriter(file)) {
                cluster.store(out, null);
            }
        }
        return cluster.getProperty("cluster.id", "");
    }
}
