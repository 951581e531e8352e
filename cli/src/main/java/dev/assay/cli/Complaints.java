package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import dev.assay.cli.exit.Trouble;
import java.io.PrintWriter;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns what went wrong into one line that says what, where and what to do, and into an exit code. */
final class Complaints implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final Session session;

    Complaints(Session session) {
        this.session = session;
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine commandLine, ParseResult parseResult) {
        Trouble trouble = understand(thrown);
        PrintWriter err = commandLine.getErr();
        err.println(session.screen().noteStyle().red("assay: ") + trouble.getMessage());
        if (!trouble.advice().isEmpty()) {
            err.println("       " + trouble.advice());
        }
        if (session.options().verbose) {
            thrown.printStackTrace(err);
        }
        err.flush();
        return trouble.code().number();
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        CommandLine commandLine = wrong.getCommandLine();
        PrintWriter err = commandLine.getErr();
        err.println("assay: " + wrong.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
        err.println("       see: " + commandLine.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE.number();
    }

    /** What an exception means; anything not foreseen is a bug and says so. */
    static Trouble understand(Throwable thrown) {
        return switch (thrown) {
            case Trouble trouble -> trouble;
            case ExecutionException wrapped when wrapped.getCause() != null -> understand(wrapped.getCause());
            case InterruptedException e -> new Trouble(ExitCode.INTERRUPTED, "interrupted", "", e);
            case InterruptException e -> new Trouble(ExitCode.INTERRUPTED, "interrupted", "", e);
            case AuthenticationException e ->
                cluster("the Kafka cluster refused the login: " + e.getMessage(), "check the security settings", e);
            case AuthorizationException e ->
                cluster("the Kafka cluster does not allow this: " + e.getMessage(), "ask for the missing ACL", e);
            case RetriableException e ->
                cluster("the Kafka cluster did not answer in time: " + e.getMessage(), "try again", e);
            case ApiException e -> cluster("the Kafka cluster refused: " + e.getMessage(), "", e);
            default ->
                new Trouble(
                        ExitCode.INTERNAL,
                        "internal error: " + thrown + " (this is a bug)",
                        "run it again with -v for the trace",
                        thrown);
        };
    }

    private static Trouble cluster(String message, String advice, Throwable cause) {
        return new Trouble(ExitCode.UNREACHABLE, message, advice, cause);
    }
}
