package dev.assay.cli;

import dev.assay.cli.exit.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code assay completion}: a script that makes bash and zsh complete commands and options. */
@Command(
        name = "completion",
        description = "Prints a completion script for bash and zsh.",
        footer = {"", "Examples:", "  source <(assay completion)      in ~/.bashrc or ~/.zshrc"})
final class CompletionCommand implements Callable<Integer> {
    private final Session session;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    CompletionCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        session.screen().data(AutoComplete.bash("assay", spec.root().commandLine()));
        return ExitCode.OK.number();
    }
}
