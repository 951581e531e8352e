package dev.assay.deadletters;

/** Is told how a reader's index is brought up to date. */
public interface IndexListener {
    /** One that does not care. */
    IndexListener SILENT = new IndexListener() {
        @Override
        public void indexing(long done, long all) {}

        @Override
        public void without(String why) {}
    };

    /** So many of the letters that are new to the index are in it; now and then, and at the end. */
    void indexing(long done, long all);

    /** There is no index, and letters are read through instead: only slower. */
    void without(String why);
}
