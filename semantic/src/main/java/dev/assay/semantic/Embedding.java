package dev.assay.semantic;

import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;

/** Where a text stands among meanings: a direction in 384 dimensions. */
final class Embedding {
    /** The model, loaded when the first text is to be embedded: it takes seconds and some 100 MB. */
    private static final class Model {
        static final EmbeddingModel LOADED = load();

        private static EmbeddingModel load() {
            // The tokenizer's library reports its use to its makers from some clouds, and may look for other builds of
            // itself.
            System.setProperty("OPT_OUT_TRACKING", "true");
            System.setProperty("ai.djl.offline", "true");
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            // The libraries look for their files in the thread's class loader, which does not see the jars of plugins.
            thread.setContextClassLoader(Embedding.class.getClassLoader());
            try {
                EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel();
                model.embed("ready");
                return model;
            } finally {
                thread.setContextClassLoader(before);
            }
        }
    }

    private final float[] vector;

    private Embedding(float[] vector) {
        this.vector = vector;
    }

    /**
     * Embeds a text; one that is longer than the model reads at once in parts, whose mean it is.
     *
     * @throws IllegalStateException where the native libraries do not load on this machine
     */
    static Embedding of(String text) {
        try {
            return new Embedding(Model.LOADED.embed(text).content().vector());
        } catch (LinkageError e) {
            throw new IllegalStateException("the native libraries of the embedding model do not load here: " + e, e);
        }
    }

    double cosine(Embedding other) {
        double dot = 0;
        double mine = 0;
        double others = 0;
        for (int i = 0; i < vector.length; i++) {
            dot += (double) vector[i] * other.vector[i];
            mine += (double) vector[i] * vector[i];
            others += (double) other.vector[i] * other.vector[i];
        }
        return dot / Math.sqrt(mine * others);
    }
}
