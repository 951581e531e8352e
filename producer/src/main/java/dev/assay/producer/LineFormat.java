package dev.assay.producer;

/** Understands the lines of one format. */
interface LineFormat {
    Draft read(Line.Text line) throws BadLineException;
}
