package dev.assay.cli;

import dev.assay.deadletters.Contents;
import dev.assay.deadletters.index.IndexedLetters;
import dev.assay.schemas.topics.Topics;
import java.util.List;

/** What a command about dead letters works with: the cluster, the letters on it, and what reads their bytes. */
final class LetterDesk implements AutoCloseable {
    private final Cluster cluster;
    private final IndexedLetters letters;
    private final Contents contents;

    private LetterDesk(Cluster cluster, IndexedLetters letters, Contents contents) {
        this.cluster = cluster;
        this.letters = letters;
        this.contents = contents;
    }

    static LetterDesk open(Session session, LetterIndexOptions index) {
        Cluster cluster = session.cluster();
        try {
            Topics topics = cluster.clients().settings().topics();
            cluster.require(List.of(topics.deadLetterJobs(), topics.deadLetterResults(), topics.deadLetterMarks()));
            return new LetterDesk(cluster, index.open(session, cluster), new Contents(cluster.clients()));
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    Cluster cluster() {
        return cluster;
    }

    IndexedLetters letters() {
        return letters;
    }

    Contents contents() {
        return contents;
    }

    @Override
    public void close() {
        contents.close();
        letters.close();
        cluster.close();
    }
}
