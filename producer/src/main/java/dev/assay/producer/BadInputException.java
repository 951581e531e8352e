package dev.assay.producer;

/** An input of which nothing, or nothing from some point on, can be read. */
final class BadInputException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    BadInputException(Problem problem) {
        super(problem.toString(), null, false, false);
        this.problem = problem;
    }

    Problem problem() {
        return problem;
    }
}
