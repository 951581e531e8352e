package dev.assay.sandbox.process;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of loaded classes from which child JVMs start with about half the work, as most of a start is loading and
 * verifying them. A rehearsal writes it: a program that does what the children will do, and ends. A JVM takes such a
 * file only for the jars that it was written for, so children get the jars of the class path without its directories,
 * as far as their program is in a jar itself. A file that is missing, older than a jar or damaged is a slower start and
 * nothing else.
 */
public final class ClassArchive {
    /** System property that names the file; without it there is none. */
    public static final String PROPERTY = "assay.class-archive";

    private static final Logger LOG = LoggerFactory.getLogger(ClassArchive.class);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int HEAP_MEGABYTES = 512;

    private final @Nullable Path file;

    ClassArchive(@Nullable Path file) {
        this.file = file;
    }

    /** The one that this JVM's property names. */
    public static ClassArchive ofThisJvm() {
        String named = System.getProperty(PROPERTY);
        return new ClassArchive(named == null ? null : Path.of(named));
    }

    /**
     * Has it written on a thread of its own, unless it is there or another JVM is about it. Children that start
     * meanwhile do without.
     *
     * @param rehearsal a program in a jar that takes no arguments but {@link ParentWatch#ARGUMENT}
     */
    public void prepare(Class<?> rehearsal) {
        if (file != null) {
            Path wanted = file;
            Thread.ofPlatform().daemon().name("class-archive").start(() -> write(rehearsal, wanted));
        }
    }

    /** Options of a child JVM: its class path, and this file when it is there. */
    List<String> options(Class<?> main) {
        if (file == null || !isInJar(main)) {
            return List.of("-cp", System.getProperty("java.class.path"));
        }
        List<String> options = new ArrayList<>();
        if (Files.exists(file)) {
            // Of a file that it cannot use, a JVM would complain on standard output.
            options.addAll(List.of("-XX:SharedArchiveFile=" + file, "-Xlog:disable", "-Xlog:all=error:stderr"));
        }
        options.addAll(
                List.of("-cp", jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        return options;
    }

    /** Writes it and returns when it is there, or a warning in the log. */
    void write(Class<?> rehearsal, Path wanted) {
        Path fresh = wanted.resolveSibling(wanted.getFileName() + ".new");
        try {
            Files.createDirectories(wanted.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(
                            wanted.resolveSibling(wanted.getFileName() + ".lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    @Nullable FileLock lock = channel.tryLock()) {
                if (lock == null || isNewerThanJars(wanted)) {
                    return;
                }
                Files.deleteIfExists(wanted);
                rehearse(rehearsal, fresh, wanted.resolveSibling(wanted.getFileName() + ".log"));
                // At once as a whole: a child never sees a part of it.
                Files.move(fresh, wanted, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException | IllegalStateException e) {
            LOG.warn("no class archive, children start slower error={}", e.toString());
        }
    }

    private void rehearse(Class<?> rehearsal, Path fresh, Path log) {
        List<String> jvm = new ArrayList<>(JvmOptions.small(HEAP_MEGABYTES));
        jvm.add("-XX:ArchiveClassesAtExit=" + fresh);
        try (ChildProcess child =
                ChildProcess.start(this, rehearsal, jvm, List.of(ParentWatch.ARGUMENT), Map.of(), log)) {
            int exit = child.awaitExit(PATIENCE);
            if (exit != 0) {
                throw new IllegalStateException(
                        "the rehearsal answered " + exit + "; the end of " + log + ":\n" + child.tail());
            }
        }
    }

    private static boolean isNewerThanJars(Path archive) throws IOException {
        if (!Files.exists(archive)) {
            return false;
        }
        for (Path jar : jars()) {
            if (Files.getLastModifiedTime(jar).compareTo(Files.getLastModifiedTime(archive)) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static List<Path> jars() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(Path::of)
                .filter(entry -> entry.toString().endsWith(".jar") && Files.isRegularFile(entry))
                .toList();
    }

    private static boolean isInJar(Class<?> main) {
        CodeSource source = main.getProtectionDomain().getCodeSource();
        try {
            return source != null
                    && Files.isRegularFile(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
