package dev.assay.cli.read;

/** Takes a decoded record and the bytes that it was decoded from. */
interface RecordVisitor<T> {
    void visit(T decoded, byte[] bytes);
}
