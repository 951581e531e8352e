package dev.assay.pipeline;

import dev.assay.testkit.TestKafka;
import java.util.Optional;

/** The happy path on a broker in a container: skipped with a word where no Docker engine answers. */
class ContainerIT extends HappyPathIT {
    @Override
    Optional<TestKafka> openKafka(SharedKafka.Access shared) {
        return TestKafka.container();
    }

    @Override
    void closeKafka(TestKafka opened) {
        opened.close();
    }
}
