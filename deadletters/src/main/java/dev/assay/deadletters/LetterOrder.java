package dev.assay.deadletters;

/** In which order dead letters of several partitions are told. */
public enum LetterOrder {
    /** The latest first. */
    NEWEST,
    /** The earliest first. */
    OLDEST
}
