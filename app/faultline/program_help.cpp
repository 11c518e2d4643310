// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/program_help.h"

#include "app/faultline/command_tree.h"

#include <CLI/CLI.hpp>

namespace faultline::app {

namespace {

ArgumentHelp describe(const CLI::Option& option)
{
    ArgumentHelp help;
    for (const auto& name : option.get_snames())
        help.names.push_back("-" + name);
    for (const auto& name : option.get_lnames())
        help.names.push_back("--" + name);
    help.value = option.get_option_text();
    help.description = option.get_description();
    return help;
}

/// Options of a group belong to the command around it.
void addArguments(const CLI::App& command, std::vector<ArgumentHelp>& arguments)
{
    for (const auto* option : command.get_options()) {
        if (!option->get_group().empty())
            arguments.push_back(describe(*option));
    }
    for (const auto* group : command.get_subcommands({})) {
        if (group->get_name().empty())
            addArguments(*group, arguments);
    }
}

CommandHelp describe(const CLI::App& command, const std::string& name)
{
    CommandHelp help{.name = name,
                     .description = command.get_description(),
                     .footer = command.get_footer(),
                     .arguments = {},
                     .commands = {}};
    addArguments(command, help.arguments);
    for (const auto* below : command.get_subcommands({})) {
        if (!below->get_name().empty() && !below->get_group().empty())
            help.commands.push_back(describe(*below, name + " " + below->get_name()));
    }
    return help;
}

} // namespace

CommandHelp programHelp()
{
    CLI::App app("Crash analysis and symbolication", "faultline");
    app.add_flag_callback(
        "-V,--version", [] {}, "Print the version; with --verbose also libraries and folders");
    CommandLine result;
    addCommands(app, result);
    return describe(app, "faultline");
}

} // namespace faultline::app
