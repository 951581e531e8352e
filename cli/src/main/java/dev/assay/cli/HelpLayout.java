package dev.assay.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help that shows a command's own options; those that every command takes are named in one line. */
final class HelpLayout {
    private HelpLayout() {}

    static void apply(CommandLine root) {
        for (CommandLine command : root.getSubcommands().values()) {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpLayout::ownOptions);
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_SYNOPSIS, HelpLayout::synopsis);
            apply(command);
        }
    }

    private static String ownOptions(Help help) {
        List<OptionSpec> own = new ArrayList<>();
        for (OptionSpec option : help.commandSpec().options()) {
            if (help.commandSpec().root().findOption(option.longestName()) == null) {
                own.add(option);
            }
        }
        String list = own.isEmpty() ? "" : help.optionListExcludingGroups(own);
        return list + String.format("%nGlobal options (--bootstrap, --state, --json, -v, ...): see assay --help%n");
    }

    private static String synopsis(Help help) {
        StringBuilder synopsis = new StringBuilder(help.commandSpec().qualifiedName());
        help.commandSpec()
                .positionalParameters()
                .forEach(parameter -> synopsis.append(' ').append(parameter.paramLabel()));
        if (!help.commandSpec().subcommands().isEmpty()) {
            synopsis.append(" COMMAND");
        }
        return synopsis + " [OPTIONS]" + System.lineSeparator();
    }
}
