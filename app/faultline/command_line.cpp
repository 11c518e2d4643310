// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_line.h"

#include "app/faultline/command_tree.h"
#include "app/faultline/exit_code.h"
#include "app/faultline/help/version_text.h"
#include "core/base/result.h"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace faultline::app {

namespace {

std::string markdownHelpOf(const CLI::App& command)
{
    return "# faultline " + command.get_name() + "\n\n```text\n" + command.help() + "```\n";
}

/// CLI11 ends at `--version` and reads nothing after it.
bool asksForDetails(const std::vector<std::string>& arguments)
{
    const auto has = [&](std::string_view option) {
        return std::ranges::find(arguments, option) != arguments.end();
    };
    return arguments.size() == 2 && has("--verbose") && (has("--version") || has("-V"));
}

PrintAndExit done(std::string text)
{
    return {.text = std::move(text), .exitCode = static_cast<int>(ExitCode::Ok)};
}

/// The word in the place of a command that names no command. CLI11 answers --help before it looks
/// at such a word.
std::optional<std::string> unknownCommand(const CLI::App& app)
{
    const auto* command = &app;
    for (auto parsed = command->get_subcommands(); !parsed.empty();
         parsed = command->get_subcommands())
        command = parsed.front();
    const auto others = command->remaining();
    const auto word = std::ranges::find_if(
        others, [](const std::string& other) { return !other.starts_with('-'); });
    const bool needsCommand = command->get_require_subcommand_min() > 0;
    return needsCommand && word != others.end() ? std::optional(*word) : std::nullopt;
}

} // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments)
{
    if (asksForDetails(arguments))
        return done(versionDetails());
    CommandLine result;
    CLI::App app("Crash analysis and symbolication", "faultline");
    app.set_version_flag("-V,--version", "faultline " FL_VERSION);
    addCommands(app, result);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const MarkdownHelp&) {
        return done(markdownHelpOf(*app.get_subcommand("stackwalk")));
    } catch (const CLI::ParseError& error) {
        if (const auto word = unknownCommand(app))
            return PrintAndExit{.text = concat("there is no command ", *word,
                                               "\nRun with --help for more information.\n"),
                                .exitCode = static_cast<int>(ExitCode::Usage)};
        std::ostringstream out;
        const bool isRequested = app.exit(error, out, out) == 0;
        return PrintAndExit{.text = out.str(),
                            .exitCode =
                                static_cast<int>(isRequested ? ExitCode::Ok : ExitCode::Usage)};
    }
    return result;
}

} // namespace faultline::app
