// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/query_tree.h"

#include "app/faultline/command_options.h"

#include <CLI/CLI.hpp>

namespace faultline::app {

namespace {

void addInspect(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand(
        "inspect", "Print the value of a variable, or of what it leads to, in a frame");
    auto& arguments = argumentsOf<InspectArguments>(*command, result);
    command->add_option("file", arguments.file, "Crash file")->required()->option_text("FILE");
    command
        ->add_option(
            "expression", arguments.expression,
            "An expression of C++: this->items[2].size; with ,! by its members, with ,x in "
            "hexadecimal")
        ->required()
        ->option_text("EXPRESSION");
    command->add_option("--frame", arguments.frame, "Row of the stack, from 0 (default: 0)")
        ->option_text("N");
    command
        ->add_option("-t,--thread", arguments.thread,
                     "Index of the thread (default: the one that crashed)")
        ->option_text("INDEX");
    command->add_option("--depth", arguments.depth, "Levels of parts that are shown (default: 3)")
        ->option_text("N");
    command->add_option("--items", arguments.items, "Parts of each value (default: 64)")
        ->option_text("N");
    command
        ->add_option("-s,--symbols", arguments.symbols,
                     "Folder of debug files, LAYOUT:PATH, or [LAYOUT:]URL; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    addModules(*command, arguments.modules);
    addProgram(*command, arguments.program);
    command->add_flag("--offline", arguments.offline, "Use no network");
    addPart(*command, arguments.part);
    addFormat(*command, arguments.format, kPlainFormats);
}

/// Where a command that opens crash files finds debug files.
template <class Arguments>
void addLookup(CLI::App& command, Arguments& arguments)
{
    addSymbols(command, arguments.symbols);
    addModules(command, arguments.modules);
    addProgram(command, arguments.program);
    command.add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command.add_flag("--offline", arguments.offline, "Use no network");
}

void addQuery(CLI::App& app, CommandLine& result)
{
    auto* command =
        app.add_subcommand("query", "Answer a question about a crash file: threads, frames, "
                                    "values, memory, modules, what else is like it");
    auto& arguments = argumentsOf<QueryArguments>(*command, result);
    command->add_option("file", arguments.file, "Crash file")->required()->option_text("FILE");
    command
        ->add_option("expression", arguments.expression,
                     "What to ask: threads[3].frames[0].locals.this, modules[debug_status == "
                     "\"missing\"]{code_file}, find(\"lock\"), memory(\"rsp\")")
        ->required()
        ->option_text("EXPRESSION");
    command->add_option("--first", arguments.first, "First element of a list (default: 0)")
        ->option_text("N");
    command->add_option("--most", arguments.most, "Elements of a list (default: 100)")
        ->option_text("N");
    command->add_option("--max-bytes", arguments.maxBytes, "Size of the answer (default: 1 MiB)")
        ->option_text("BYTES");
    command
        ->add_option("--depth", arguments.depth,
                     "Levels of lists and objects; deeper ones are counted (default: 2 in a list, "
                     "otherwise 3)")
        ->option_text("N");
    command
        ->add_option("--value-depth", arguments.valueDepth,
                     "Levels of parts below a value (default: 3)")
        ->option_text("N");
    command
        ->add_option("--library", arguments.reportsFile,
                     "The library for library() (default: the user's own, reports.fldb)")
        ->option_text("FILE");
    command
        ->add_option("--share", arguments.share,
                     "Who may see the answer: team leaves out memory and other text of the "
                     "process; outside also names of users and machines, addresses and tokens "
                     "(default: full)")
        ->transform(CLI::CheckedTransformer(kProfiles, CLI::ignore_case))
        ->option_text("full|outside|team");
    command->add_flag("--exit-by-cause", arguments.exitByCause, kExitByCause);
    addLookup(*command, arguments);
    addPart(*command, arguments.part);
    addFormat(*command, arguments.format, kPlainFormats);
}

void addMcp(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand(
        "mcp", "Answer questions of assistants about crash files (Model Context Protocol)");
    auto& arguments = argumentsOf<McpArguments>(*command, result);
    command
        ->add_option("--folder", arguments.folders,
                     "Folder whose crash files may be opened, besides assistants.folders of the "
                     "configuration; may be repeated")
        ->option_text("DIR")
        ->allow_extra_args(false);
    auto* http = command->add_option("--http", arguments.http,
                                     "Answer over HTTP at this loopback address instead of over "
                                     "standard input and output");
    http->option_text("ADDRESS:PORT");
    command
        ->add_option("--token-file", arguments.tokenFile,
                     "Bearer token for --http (default: FAULTLINE_MCP_TOKEN)")
        ->needs(http)
        ->option_text("FILE");
    command
        ->add_option("--origin", arguments.origins,
                     "Web page that may ask over HTTP; may be repeated (default: none)")
        ->needs(http)
        ->option_text("URL")
        ->allow_extra_args(false);
    command
        ->add_option("--library", arguments.reportsFile,
                     "The library for searches (default: the user's own, reports.fldb)")
        ->option_text("FILE");
    command
        ->add_option("--share", arguments.share,
                     "What answers show: team leaves out memory and other text of the process; "
                     "outside also names of users and machines (default: team)")
        ->transform(CLI::CheckedTransformer(kProfiles, CLI::ignore_case))
        ->option_text("full|outside|team");
    addLookup(*command, arguments);
}

} // namespace

void addQueries(CLI::App& app, CommandLine& result)
{
    addInspect(app, result);
    addQuery(app, result);
    addMcp(app, result);
}

} // namespace faultline::app
