// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/library_tree.h"

#include "app/faultline/command_options.h"

namespace faultline::app {

namespace {

const std::map<std::string, ExportFormat> kExportFormats{{"csv", ExportFormat::Csv},
                                                         {"json", ExportFormat::Json}};

void addLibraryFile(CLI::App& command, std::optional<std::filesystem::path>& library)
{
    command
        .add_option("--library", library,
                    "The library, a file or the address of a PostgreSQL server, "
                    "postgresql://USER@HOST/DATABASE (default: the user's own, reports.fldb)")
        ->option_text("FILE");
}

/// Adds a `library` command with the options that nearly all of them have.
template <class Arguments>
std::pair<CLI::App&, Arguments&>
addLibraryCommand(CLI::App& library, const char* name, const char* what, CommandLine& result)
{
    auto* command = library.add_subcommand(name, what);
    auto& arguments = argumentsOf<Arguments>(*command, result);
    addLibraryFile(*command, arguments.reportsFile);
    addFormat(*command, arguments.format, kPlainFormats);
    return {*command, arguments};
}

CLI::Option* addQuery(CLI::App& command, std::vector<std::string>& query)
{
    return command
        .add_option("query", query,
                    "What to look for: words, or FIELD:VALUE with ~ contains, = exact, ^ starts, "
                    "$ ends, @ regular expression, > >= < <=, null, true; ! negates")
        ->option_text("QUERY...");
}

void addRules(CLI::App& command,
              std::optional<std::filesystem::path>& rules,
              std::optional<std::string>& mode)
{
    command
        .add_option("--rules", rules,
                    "Folder with lists of rules over the shipped ones (default: the one beside "
                    "the library, FILE.rules)")
        ->option_text("DIR");
    command.add_option("--mode", mode, "How signatures are made (default: as in the library)")
        ->check(CLI::IsMember({"faultline", "socorro"}))
        ->option_text("faultline|socorro");
}

void addSymbolOptions(CLI::App& command,
                      std::vector<std::string>& symbols,
                      std::optional<std::filesystem::path>& config,
                      bool& offline)
{
    addSymbols(command, symbols);
    command.add_option("-c,--config", config, "Configuration file (YAML)")->option_text("FILE");
    command.add_flag("--offline", offline, "Use no network");
}

void addShare(CLI::App& command, ShareWith& share, const char* what)
{
    command.add_option("--share", share, what)
        ->transform(CLI::CheckedTransformer(kProfiles, CLI::ignore_case))
        ->option_text("full|outside|team");
}

void addImport(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryImportArguments>(
        library, "import", "Add crash files; an interrupted import goes on when it is repeated",
        result);
    command
        .add_option("paths", arguments.paths,
                    "Crash files, archives of them, and folders with everything below them")
        ->required()
        ->option_text("PATH...");
    addSymbolOptions(command, arguments.symbols, arguments.config, arguments.offline);
    addRules(command, arguments.rules, arguments.mode);
    command.add_option("--customer", arguments.customer, "Whom the reports are from")
        ->option_text("NAME");
    addShare(command, arguments.share,
             "What the library keeps: team leaves out text of the process, outside also names of "
             "users and machines (default: full)");
    command.add_flag("--environment", arguments.environment,
                     "Also keep the environment of crashed processes, which may hold secrets");
    command.add_flag("--dry-run", arguments.dryRun, "Say what would be imported");
}

void addLists(CLI::App& library, CommandLine& result)
{
    for (const auto& [name, what] :
         {std::pair("list", "List reports, the latest first"),
          std::pair("search", "List the reports that a search line finds")}) {
        auto [command, arguments] =
            addLibraryCommand<LibraryListArguments>(library, name, what, result);
        addQuery(command, arguments.query);
        command.add_option("--sort", arguments.sort, "Field to sort by (default: date)")
            ->option_text("FIELD");
        command.add_flag("--ascending", arguments.ascending, "The least first");
        command.add_option("--limit", arguments.limit, "Number of rows (default: 50)")
            ->option_text("N");
        command.add_option("--offset", arguments.offset, "Rows to pass over")->option_text("N");
    }
}

void addGroup(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryGroupArguments>(
        library, "group", "List groups of equal crashes, the largest first, or show one", result);
    auto* query = addQuery(command, arguments.query);
    command.add_option("--id", arguments.group, "Show this group")
        ->option_text("GROUP")
        ->excludes(query);
    command.add_option("--limit", arguments.limit, "Number of rows (default: 50)")
        ->option_text("N");
    command.add_option("--offset", arguments.offset, "Rows to pass over")->option_text("N");
}

void addShow(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryShowArguments>(
        library, "show",
        "Show what the library knows of a report, and which of the latest 20000 are like it",
        result);
    command.add_option("report", arguments.report, "Its number")->required()->option_text("ID");
    command.add_flag("--whole", arguments.whole, "The report itself, as symbolicate prints it");
}

void addTag(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryTagArguments>(
        library, "tag", "Change tags, status, assignee, ticket, notes of reports or groups",
        result);
    command.add_option("reports", arguments.reports, "Numbers of reports")->option_text("ID...");
    command
        .add_option("--group", arguments.groups,
                    "A group with all its reports, also later ones; may be repeated")
        ->option_text("GROUP")
        ->allow_extra_args(false);
    command.add_option("--add", arguments.add, "A tag; may be repeated")
        ->option_text("TAG")
        ->allow_extra_args(false);
    command.add_option("--remove", arguments.remove, "A tag; may be repeated")
        ->option_text("TAG")
        ->allow_extra_args(false);
    command.add_option("--status", arguments.status, "What is known of the bug")
        ->check(CLI::IsMember({"new", "triaged", "needs_symbols", "waiting_customer", "known",
                               "fixed_in", "ignored", "duplicate_of"}))
        ->option_text("STATUS");
    command.add_option("--fixed-in", arguments.fixedIn, "Version, for the status fixed_in")
        ->option_text("VERSION");
    command.add_option("--duplicate-of", arguments.duplicateOf, "Group, for duplicate_of")
        ->option_text("GROUP");
    command.add_option("--assignee", arguments.assignee, "Who works on it")->option_text("NAME");
    command.add_option("--ticket", arguments.ticket, "In the bug tracker")->option_text("TEXT");
    command.add_option("--note", arguments.note, "Notes (Markdown), in place of the former ones")
        ->option_text("TEXT");
    command.add_option("--customer", arguments.customer, "Whom it is from")->option_text("NAME");
    command.add_option("--undo", arguments.undo, "Take back what this number changed")
        ->option_text("ACTION");
}

void addRemove(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryRemoveArguments>(
        library, "remove",
        "Take reports out of the library for good; their crash files stay where they are", result);
    command.add_option("reports", arguments.reports, "Numbers of reports")
        ->required()
        ->option_text("ID...");
}

void addExport(CLI::App& library, CommandLine& result)
{
    auto* command = library.add_subcommand("export", "Write the rows of reports as CSV or JSON");
    auto& arguments = argumentsOf<LibraryExportArguments>(*command, result);
    addLibraryFile(*command, arguments.reportsFile);
    addQuery(*command, arguments.query);
    command->add_option("--format", arguments.format, "Form of the output (default: csv)")
        ->transform(CLI::CheckedTransformer(kExportFormats, CLI::ignore_case))
        ->option_text("csv|json");
    addShare(*command, arguments.share,
             "Who may see it: outside leaves out customers, paths, comments and notes; team leaves "
             "out paths (default: outside)");
    command->add_option("-o,--output", arguments.output, "Write there")->option_text("FILE");
}

void addSign(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibrarySignArguments>(
        library, "sign", "Give all reports signatures by the present rules", result);
    addRules(command, arguments.rules, arguments.mode);
    command.add_flag("--dry-run", arguments.dryRun,
                     "Say how many reports would move, and which groups would split or merge");
}

void addStats(CLI::App& library, CommandLine& result)
{
    auto [command, arguments] = addLibraryCommand<LibraryStatsArguments>(
        library, "stats", "Count the values of fields", result);
    command
        .add_option("fields", arguments.fields,
                    "Fields (default: status, product, version, os, reason, missing_module)")
        ->option_text("FIELD...");
    command.add_option("--query", arguments.query, "Only what this search line finds")
        ->option_text("QUERY")
        ->allow_extra_args(false);
    command.add_option("--limit", arguments.limit, "Values of each field (default: 10)")
        ->option_text("N");
}

} // namespace

void addLibrary(CLI::App& app, CommandLine& result)
{
    auto* library = app.add_subcommand("library", "Keep crash reports, and find those alike");
    library->require_subcommand(1);
    library->footer("Exit status: 0 done, 1 failed, or somebody else has changed the row "
                    "meanwhile, 2 wrong arguments\nor rules, 3 no such library or row, damage, no "
                    "permission, or a file that could not be\nimported.");
    addImport(*library, result);
    addLists(*library, result);
    addGroup(*library, result);
    addShow(*library, result);
    addTag(*library, result);
    addRemove(*library, result);
    addExport(*library, result);
    addSign(*library, result);
    addStats(*library, result);
    addLibraryCommand<LibraryMigrateArguments>(
        *library, "migrate", "Bring a library of an earlier version up to date, after a copy",
        result);
}

void addDiff(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand("diff", "Compare two crashes: facts, stacks, modules");
    command->footer("Exit status: 0 equal, 1 different, 2 an input or argument is wrong.");
    auto& arguments = argumentsOf<DiffArguments>(*command, result);
    command->add_option("first", arguments.first, "A crash file")->required()->option_text("A");
    command->add_option("second", arguments.second, "Another")->required()->option_text("B");
    addSymbolOptions(*command, arguments.symbols, arguments.config, arguments.offline);
    addFormat(*command, arguments.format, kPlainFormats);
}

} // namespace faultline::app
