// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_tree.h"

#include "app/faultline/command_options.h"
#include "app/faultline/library_tree.h"
#include "app/faultline/query_tree.h"
#include "app/faultline/symbols_tree.h"
#include "core/base/result.h"
#include "core/intake/text_traces.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

namespace faultline::app {

namespace {

constexpr int kMostFrames = 1'000'000; ///< Whose variables are shown.

constexpr const char* kFooter = "Exit status: 0 done (missing debug files are part of the report), "
                                "1 failed, 2 wrong arguments or\n"
                                "configuration, 3 an input cannot be read, 4 a source could not be "
                                "asked and frames lack symbols; with "
                                "--exit-by-cause also 10 to 15.";

const std::map<std::string, ReportFormat> kReportFormats{
    {"text", ReportFormat::Text},         {"json", ReportFormat::Json},
    {"markdown", ReportFormat::Markdown}, {"html", ReportFormat::Html},
    {"bundle", ReportFormat::Bundle},     {"sarif", ReportFormat::Sarif},
    {"restored", ReportFormat::Restored}, {"symbolicator", ReportFormat::Symbolicator}};

const std::map<std::string, GroupBy> kGroupings{
    {"state", GroupBy::State}, {"stack", GroupBy::Stack}, {"name", GroupBy::Name}};

/// PDF is painted, which takes the window's library.
CLI::Validator withoutPdf()
{
    return {[](std::string& format) {
                return CLI::detail::to_lower(format) == "pdf"
                           ? std::string("the window writes PDF (File, Export); take html here, "
                                         "which a browser prints")
                           : std::string();
            },
            {}};
}

void addServe(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand("serve", "Answer symbolication requests over HTTP");
    auto& arguments = argumentsOf<ServeArguments>(*command, result);
    command
        ->add_option("-c,--config", arguments.config,
                     "Configuration file (YAML), read again on SIGHUP")
        ->option_text("FILE");
}

void addHealthcheck(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand("healthcheck", "Ask a server whether it lives");
    auto& arguments = argumentsOf<HealthcheckArguments>(*command, result);
    command
        ->add_option("--addr", arguments.address,
                     "Where it listens (default: as the configuration says)")
        ->option_text("HOST:PORT");
    constexpr std::uint32_t kLongest = 3600;
    command->add_option("--timeout", arguments.timeoutSeconds, "Longest wait (default: 30)")
        ->check(CLI::Range(std::uint32_t{1}, kLongest))
        ->option_text("SECONDS");
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
}

void addSymbolicate(CLI::App& app, CommandLine& result)
{
    auto* command =
        app.add_subcommand("symbolicate", "Report what a crash file shows, with symbols");
    auto& arguments = argumentsOf<SymbolicateArguments>(*command, result);
    command
        ->add_option(
            "files", arguments.files,
            concat("Crash files: minidumps, core files, Apple crash reports (text or "
                   ".ips), Sentry's events, dumps of Hermes, requests in Symbolicator's JSON, or "
                   "text that holds a ",
                   intake::traceFormNames()))
        ->required()
        ->option_text("FILE...");
    auto* symbols = addSymbols(*command, arguments.symbols);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command
        ->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
    auto* server = command->add_option("--server", arguments.server, "Let that server do the work");
    server->option_text("URL")->excludes(symbols); // It asks its own sources.
    command
        ->add_option("--token-file", arguments.tokenFile,
                     "Bearer token for --server (default: FAULTLINE_SERVER_TOKEN)")
        ->needs(server)
        ->option_text("FILE");
    addModules(*command, arguments.modules)->excludes(server);
    addProgram(*command, arguments.program)->excludes(server);
    command->add_flag("--offline", arguments.offline, "Use no network");
    command->add_flag("--environment", arguments.environment,
                      "Also show the environment of the crashed process, which may hold secrets");
    command
        ->add_flag_function(
            "--locals{16}",
            [&arguments](std::int64_t frames) {
                arguments.locals = static_cast<std::uint32_t>(frames);
            },
            "Also show the variables of the leading thread's first N frames (--locals=N; "
            "default: 16)")
        ->check(CLI::Range(0, kMostFrames))
        ->excludes(server);
    addPart(*command, arguments.part);
    command->add_flag("--exit-by-cause", arguments.exitByCause, kExitByCause);
    addFormat(*command, arguments.format, kReportFormats)->transform(withoutPdf());
    command
        ->add_option("--share", arguments.share,
                     "Who may see the report: team leaves out memory, environment and other text "
                     "of the process; outside also names of users and machines, addresses and "
                     "tokens (default: outside for html and bundle, otherwise full)")
        ->transform(CLI::CheckedTransformer(kProfiles, CLI::ignore_case))
        ->option_text("full|outside|team");
}

void addThreads(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand(
        "threads", "List the threads of a crash file, what they do, and who waits for whom");
    auto& arguments = argumentsOf<ThreadsArguments>(*command, result);
    command->add_option("files", arguments.files, "Crash files: minidumps or core files")
        ->required()
        ->option_text("FILE...");
    command
        ->add_option("--group", arguments.group,
                     "Threads that are alike together: by what they do, by their stack, or by name")
        ->transform(CLI::CheckedTransformer(kGroupings, CLI::ignore_case))
        ->option_text("name|stack|state");
    command->add_flag("--waits", arguments.waits,
                      "Also who waits for whom: deadlocks, the locks, and the words that tell");
    command
        ->add_option("--find", arguments.find,
                     "Only threads with a function, module or source file that contains NAME")
        ->option_text("NAME");
    addSymbols(*command, arguments.symbols);
    addModules(*command, arguments.modules);
    addProgram(*command, arguments.program);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command
        ->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
    command->add_flag("--offline", arguments.offline, "Use no network");
    addPart(*command, arguments.part);
    addFormat(*command, arguments.format, kPlainFormats);
}

void addStackwalkFormats(CLI::App& command, StackwalkArguments& arguments)
{
    auto* forms = command.add_option_group("form", "Form of the output");
    const auto form = [&](const char* name, StackwalkFormat format, const char* help) {
        forms->add_flag_callback(name, [&arguments, format] { arguments.format = format; }, help);
    };
    form("--human", StackwalkFormat::Human, "Text (default)");
    form("--json", StackwalkFormat::Json, "rust-minidump's JSON");
    form("-m,--machine", StackwalkFormat::Machine, "Breakpad's lines for programs");
    form("--dump", StackwalkFormat::Dump, "What each stream of the file says, without symbols");
    forms
        ->add_option_function<std::string>(
            "-f",
            [&arguments](const std::string& name) {
                arguments.format =
                    name == "machine" ? StackwalkFormat::Machine : StackwalkFormat::Human;
            },
            "Breakpad's way to choose one")
        ->check(CLI::IsMember({"human", "machine"}))
        ->option_text("human|machine");
    forms->add_option("--cyborg", arguments.cyborg, "Text, and JSON into FILE")
        ->option_text("FILE");
    forms->require_option(0, 1);
    command.add_flag("--pretty", arguments.pretty, "Indent the JSON");
    command.add_flag("-b,--brief", arguments.brief, "Only the summary and the requesting thread");
    command.add_option("-t,--thread", arguments.thread, "Of the threads only this one, by index")
        ->option_text("INDEX");
    command.add_option("-o,--output-file,--output", arguments.output, "Write there")
        ->option_text("FILE");
}

void addStackwalkSymbols(CLI::App& command, StackwalkArguments& arguments)
{
    // Crash files may follow a value of this option.
    command
        .add_option("-s,--symbols,--symbols-path,--symbols-url", arguments.symbols,
                    "Folder of debug files, LAYOUT:PATH, or [LAYOUT:]URL; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false);
    addModules(command, arguments.modules);
    addProgram(command, arguments.program);
    command.add_flag("--use-local-debuginfo", arguments.useLocalFiles,
                     "Look for debug files where this machine keeps them");
    command
        .add_option_function<std::string>(
            "--symbols-tmp", [](const std::string&) {},
            "Accepted without effect: downloads are made in the folder of the caches")
        ->option_text("DIR");
    command.add_option("--symbols-cache", arguments.symbolsCache, "Folder of the disk caches")
        ->option_text("DIR");
    command
        .add_option("--symbols-download-timeout-secs", arguments.downloadTimeoutSeconds,
                    "Longest time for one download")
        ->option_text("SECONDS");
    command.add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command.add_flag("--offline", arguments.offline, "Use no network");
}

void addStackwalkLog(CLI::App& command, StackwalkArguments& arguments)
{
    command.add_option("--verbose", arguments.verbose, "What is logged on standard error")
        ->check(CLI::IsMember({"off", "error", "warn", "info", "debug", "trace"}))
        ->option_text("LEVEL");
    command.add_option("--log-file", arguments.logFile, "Log there")->option_text("FILE");
    command.add_flag("!--no-color", arguments.color, "No colours in the log");
    command.add_flag("!--no-interactive", arguments.interactive,
                     "Do not show what is being fetched");
}

/// Accepts minidump-stackwalk's feature sets. Only the last set contains a feature that is not
/// always on.
void addFeatures(CLI::App& command, StackwalkArguments& arguments)
{
    command
        .add_option_function<std::string>(
            "--features",
            [&arguments](const std::string& name) {
                arguments.recoverArguments |= name == "unstable-all";
            },
            "unstable-all: also --recover-function-args")
        ->check(CLI::IsMember({"stable-basic", "stable-all", "unstable-all"}))
        ->option_text("SET");
}

void addStackwalk(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand(
        "stackwalk", "Walk the stacks of a minidump or core file, as minidump-stackwalk does");
    auto& arguments = argumentsOf<StackwalkArguments>(*command, result);
    command
        ->add_option("files", arguments.files,
                     "Crash files; a folder after the first one is a place of debug files")
        ->required()
        ->option_text("FILE...");
    addPart(*command, arguments.part);
    addStackwalkFormats(*command, arguments);
    addStackwalkSymbols(*command, arguments);
    command
        ->add_option("--evil-json", arguments.evidence,
                     "Certificates of modules, microcode version")
        ->option_text("FILE");
    command->add_flag("--recover-function-args", arguments.recoverArguments,
                      "Guess parameters from the stack (32-bit x86, text only)");
    command->add_flag("--explain-walk", arguments.explainWalk,
                      "Instead of the report, say why a stack is as it is: what each step of the "
                      "walk tried for each frame, and why it was refused (text or JSON; the "
                      "crashing thread's stack unless --thread names another)");
    addFeatures(*command, arguments);
    addStackwalkLog(*command, arguments);
    command
        ->add_flag_callback(
            "--help-markdown", [] { throw MarkdownHelp(); }, "This help as Markdown")
        ->trigger_on_parse();
}

/// Adds a `cache` command with the options that all of them have.
template <class Arguments>
std::pair<CLI::App&, Arguments&>
addCacheCommand(CLI::App& cache, const char* name, const char* what, CommandLine& result)
{
    auto* command = cache.add_subcommand(name, what);
    auto& arguments = argumentsOf<Arguments>(*command, result);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    addFormat(*command, arguments.format, kPlainFormats);
    return {*command, arguments};
}

void addCacheClear(CLI::App& cache, CommandLine& result)
{
    auto [clear, arguments] = addCacheCommand<CacheClearArguments>(
        cache, "clear", "Remove remembered failures, or what was made or fetched", result);
    clear.add_option("what", arguments.what, "failures, derived (what was made), or everything")
        ->check(CLI::IsMember({"failures", "derived", "everything"}))
        ->option_text("WHAT...");
    clear.add_option("--source", arguments.sources, "What came from this source; may be repeated")
        ->option_text("ID")
        ->allow_extra_args(false);
    clear
        .add_option("--module", arguments.modules,
                    "The files of this module, by name or by debug or code id; may be repeated")
        ->option_text("NAME|ID")
        ->allow_extra_args(false);
    clear.add_flag("--dry-run", arguments.dryRun, "Say what would be removed");
}

void addCacheViews(CLI::App& cache, CommandLine& result)
{
    auto [list, listed] = addCacheCommand<CacheListArguments>(
        cache, "list", "Sizes by kind, or the entries of some kinds", result);
    list.add_option("kinds", listed.kinds, "Kinds whose entries to list")->option_text("KIND...");
    auto [show, shown] =
        addCacheCommand<CacheShowArguments>(cache, "show", "What is known of an entry", result);
    show.add_option("entries", shown.entries, "The first digits of an entry's name (4 at least)")
        ->required()
        ->option_text("ENTRY...");
}

void addCacheCleanup(CLI::App& cache, CommandLine& result)
{
    auto [cleanup, arguments] = addCacheCommand<CacheCleanupArguments>(
        cache, "cleanup",
        "Remove what has expired, what is damaged, and what goes beyond the quota", result);
    cleanup.add_flag("--dry-run", arguments.dryRun, "Say what would be removed");
    cleanup
        .add_option("--repeat", arguments.repeat,
                    "Again and again, every INTERVAL (cache_cleanup_interval when left out)")
        ->expected(0, 1)
        ->option_text("[INTERVAL]");
}

void addCache(CLI::App& app, CommandLine& result)
{
    auto* cache = app.add_subcommand("cache", "Look into the cache folder, and keep it small");
    cache->require_subcommand(1);
    cache->footer(
        "Exit status: 0 done, 1 something could not be listed or removed, 2 wrong arguments "
        "or no cache folder\nconfigured, 3 no such entry or folder, or damage was found.");
    addCacheViews(*cache, result);
    addCacheCleanup(*cache, result);
    addCacheClear(*cache, result);
    auto [verify, verified] = addCacheCommand<CacheVerifyArguments>(
        *cache, "verify", "Read every entry and compare it with its checksums", result);
    verify.add_flag("--remove", verified.remove, "Remove damaged entries");
    auto [import, imported] = addCacheCommand<CacheImportArguments>(
        *cache, "import", "Take over the downloaded files in a cache folder of Symbolicator",
        result);
    import.add_option("folder", imported.from, "Its cache_dir")->required()->option_text("FOLDER");
}

void addConfig(CLI::App& app, CommandLine& result)
{
    auto* config = app.add_subcommand("config", "Help with the configuration file");
    config->require_subcommand(1);
    auto* presets = config->add_subcommand(
        "presets", "List well-known public symbol servers, or print some as sources");
    auto& arguments = argumentsOf<ConfigPresetsArguments>(*presets, result);
    presets->add_option("names", arguments.names, "Which to print for a configuration file")
        ->option_text("NAME...");
}

void addOpen(CLI::App& app, CommandLine& result)
{
    constexpr int kMostRow = 1'000'000;
    auto* command = app.add_subcommand("open", "Start the workbench");
    auto& arguments = argumentsOf<OpenArguments>(*command, result);
    auto* files = command->add_option("files", arguments.files, "Crash files");
    files->option_text("FILE...");
    auto* frame = command->add_option(
        "--frame", arguments.frame, "Go to that row of the stack in the last of the files, from 0");
    frame->check(CLI::Range(0, kMostRow))->needs(files)->option_text("ROW");
    command
        ->add_option("--thread", arguments.thread,
                     "Index of the thread that --frame counts in (default: the one that crashed)")
        ->check(CLI::Range(0, kMostRow))
        ->needs(frame)
        ->option_text("INDEX");
}

/// For those who make packages; --help does not list it.
void addDocumentation(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand(
        "documentation", "Write the manual pages and the completions of shells into a folder");
    command->group("");
    auto& arguments = argumentsOf<DocumentationArguments>(*command, result);
    command->add_option("folder", arguments.folder, "Is made when it does not exist")
        ->required()
        ->option_text("FOLDER");
}

/// Not listed either: shows that our own crashes leave a dump.
void addCrash(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand("crash", "End this program by a crash");
    command->group("");
    auto& arguments = argumentsOf<CrashArguments>(*command, result);
    command->add_option("way", arguments.way, "How")
        ->required()
        ->check(CLI::IsMember({"segv", "abort", "exception", "overflow", "thread", "token"}));
}

void addCorpus(CLI::App& app, CommandLine& result)
{
    constexpr std::uint32_t kMostJobs = 1024;
    constexpr std::uint32_t kMostCorpusFrames = 1000;
    auto* command = app.add_subcommand(
        "corpus", "Write one line of JSON for each crash of folders, archives or a list of files");
    auto& arguments = argumentsOf<CorpusArguments>(*command, result);
    command
        ->add_option("paths", arguments.paths,
                     "Crash files, archives and folders; - reads such paths from standard input, "
                     "one a line")
        ->required()
        ->option_text("PATH...");
    command->add_option("-o,--output", arguments.output, "File of the lines")
        ->required()
        ->option_text("FILE");
    command->add_flag("--resume", arguments.resume,
                      "Go on with an output that was interrupted, after whatever it has");
    command
        ->add_option("-j,--jobs", arguments.jobs,
                     "How many files are worked on at once (default: one per processor)")
        ->check(CLI::Range(std::uint32_t{1}, kMostJobs))
        ->option_text("N");
    command->add_option("--frames", arguments.frames, "Frames of a line (default: 8)")
        ->check(CLI::Range(std::uint32_t{0}, kMostCorpusFrames))
        ->option_text("N");
    addSymbols(*command, arguments.symbols);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command->add_flag("--offline", arguments.offline, "Use no network");
}

} // namespace

void addCommands(CLI::App& app, CommandLine& result)
{
    app.footer(kFooter);
    app.require_subcommand(1);
    addServe(app, result);
    addHealthcheck(app, result);
    addSymbolicate(app, result);
    addQueries(app, result);
    addThreads(app, result);
    addStackwalk(app, result);
    addSymbols(app, result);
    addCache(app, result);
    addConfig(app, result);
    addLibrary(app, result);
    addCorpus(app, result);
    addDiff(app, result);
    addOpen(app, result);
    addDocumentation(app, result);
    addCrash(app, result);
}

} // namespace faultline::app
