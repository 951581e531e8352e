package dev.assay.schemas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.schemas.golden.Samples;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

class RecordModelTest {
    /** In classes loaded afresh, because another test of this JVM may have told Avro already. */
    @Test
    void recordsCanBeCopiedWithoutAskingAvroFirst() throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader fresh =
                new URLClassLoader(classPath.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Class<?> copier = Class.forName(Copier.class.getName(), true, fresh);
            Method copy = copier.getMethod("copyEverything");

            assertThat(copy.invoke(null)).isEqualTo(Samples.all().size());
        }
    }

    /** Runs in the fresh class loader. */
    public static final class Copier {
        private Copier() {}

        public static int copyEverything() {
            int copies = 0;
            for (SpecificRecordBase record : Samples.all().values()) {
                SpecificRecordBase copy = record.getSpecificData().deepCopy(record.getSchema(), record);
                copies += copy.equals(record) ? 1 : 0;
            }
            return copies;
        }
    }

    @Test
    void copiesAreEqualAndApart() {
        Result result = Samples.result();

        Result copy = Result.newBuilder(result).build();

        assertThat(copy).isEqualTo(result);
        assertThat(copy.hashCode()).isEqualTo(result.hashCode());
        assertThat(copy.getAttempts()).isNotSameAs(result.getAttempts());
        assertThat(copy.getAttempts().getFirst())
                .isNotSameAs(result.getAttempts().getFirst());
    }

    @Test
    void onlyGeneratedRecordsAreTrusted() {
        RecordModel.load();

        ClassSecurityValidator.validate(Job.class);
        assertThatThrownBy(() -> ClassSecurityValidator.validate(ScorerNames.class))
                .isInstanceOf(SecurityException.class);
        assertThatThrownBy(() -> ClassSecurityValidator.validate(ProcessBuilder.class))
                .isInstanceOf(SecurityException.class);
    }
}
