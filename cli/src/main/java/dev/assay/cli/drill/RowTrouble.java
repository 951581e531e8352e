package dev.assay.cli.drill;

/** A row that could not be played to its end; what it has shown until then is no verdict. */
final class RowTrouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RowTrouble(String message) {
        super(message);
    }
}
