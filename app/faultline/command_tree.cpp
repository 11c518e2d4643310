#include "app/faultline/command_tree.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

namespace faultline::app {

namespace {

constexpr const char* kFooter = "Exit status: 0 done (missing debug files are part of the report), "
                                "1 failed, 2 wrong arguments or\n"
                                "configuration, 3 an input cannot be read, 4 a source could not be "
                                "asked and frames lack symbols.";

const std::map<std::string, OutputFormat> kReportFormats{{"text", OutputFormat::Text},
                                                         {"json", OutputFormat::Json},
                                                         {"markdown", OutputFormat::Markdown}};
const std::map<std::string, OutputFormat> kPlainFormats{{"text", OutputFormat::Text},
                                                        {"json", OutputFormat::Json}};

void addFormat(CLI::App& command,
               OutputFormat& format,
               const std::map<std::string, OutputFormat>& formats)
{
    std::string names;
    for (const auto& [name, value] : formats)
        names += (names.empty() ? "" : "|") + name;
    command.add_option("--format", format, "Form of the output (default: text)")
        ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case))
        ->option_text(names);
}

CLI::Option* addModules(CLI::App& command, std::vector<std::string>& modules)
{
    return command
        .add_option("--module", modules,
                    "FILE is the module NAME (file name or address), whatever ids say; may be "
                    "repeated")
        ->option_text("NAME=FILE")
        ->allow_extra_args(false);
}

void addPart(CLI::App& command, std::optional<std::string>& part)
{
    command
        .add_option("--part", part,
                    "Which crash file of an archive, upload or crash database; all for every one")
        ->option_text("NAME");
}

/// Gives a command its arguments. They become `result` when the command is chosen.
template <class Arguments>
Arguments& argumentsOf(CLI::App& command, CommandLine& result)
{
    auto arguments = std::make_shared<Arguments>();
    command.final_callback([arguments, &result] { result = std::move(*arguments); });
    return *arguments;
}

void addServe(CLI::App& app, CommandLine& result)
{
    auto* command = app.add_subcommand("serve", "Answer symbolication requests over HTTP");
    auto& arguments = argumentsOf<ServeArguments>(*command, result);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
}

void addSymbolicate(CLI::App& app, CommandLine& result)
{
    auto* command =
        app.add_subcommand("symbolicate", "Report what a crash file shows, with symbols");
    auto& arguments = argumentsOf<SymbolicateArguments>(*command, result);
    command
        ->add_option("files", arguments.files,
                     "Crash files: minidumps, core files, Apple crash reports (text or .ips), "
                     "Sentry's native events, or requests in Symbolicator's JSON")
        ->required()
        ->option_text("FILE...");
    command
        ->add_option("-s,--symbols", arguments.symbols,
                     "Folder of debug files, LAYOUT:PATH, [LAYOUT:]URL, a symbol path (srv*...), "
                     "debuginfod:URLS, or preset:NAME; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false); // Crash files may follow a value of this option.
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command
        ->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
    auto* server = command->add_option("--server", arguments.server,
                                       "Let that server do the work (JSON output)");
    server->option_text("URL");
    addModules(*command, arguments.modules)->excludes(server);
    command->add_flag("--offline", arguments.offline, "Use no network");
    command->add_flag("--environment", arguments.environment,
                      "Also show the environment of the crashed process, which may hold secrets");
    addPart(*command, arguments.part);
    addFormat(*command, arguments.format, kReportFormats);
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
    addFeatures(*command, arguments);
    addStackwalkLog(*command, arguments);
    command
        ->add_flag_callback(
            "--help-markdown", [] { throw MarkdownHelp(); }, "This help as Markdown")
        ->trigger_on_parse();
}

void addSymbolsDump(CLI::App& symbols, CommandLine& result)
{
    auto* dump = symbols.add_subcommand("dump", "Print a debug file as Breakpad symbols");
    auto& arguments = argumentsOf<SymbolsDumpArguments>(*dump, result);
    dump->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    dump->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
}

void addSymbolsBundle(CLI::App& symbols, CommandLine& result)
{
    auto* bundle = symbols.add_subcommand(
        "bundle", "Collect the sources that a debug file names into a source bundle");
    auto& arguments = argumentsOf<SymbolsBundleArguments>(*bundle, result);
    bundle->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    bundle->add_option("-o,--output", arguments.output, "The bundle to write")
        ->required()
        ->option_text("OUT");
    bundle
        ->add_option("--map", arguments.pathMappings,
                     "Where recorded paths that begin with FROM are now; may be repeated")
        ->option_text("FROM=TO")
        ->allow_extra_args(false);
    bundle->add_flag("--any-file", arguments.anyFile,
                     "Also take files that are no sources by name or lie where no sources lie");
}

void addSymbolsSort(CLI::App& symbols, CommandLine& result)
{
    auto* sort =
        symbols.add_subcommand("sort", "Put debug files into a folder of the unified layout");
    auto& arguments = argumentsOf<SymbolsSortArguments>(*sort, result);
    sort->add_option("inputs", arguments.inputs, "Debug files, zip archives and folders of them")
        ->required()
        ->option_text("PATH...");
    sort->add_option("-o,--output", arguments.output, "The folder")->required()->option_text("DIR");
    sort->add_option("-p,--prefix", arguments.prefix, "Folder below DIR for what is sorted")
        ->option_text("PREFIX");
    sort->add_flag("-z,--compress", arguments.compress,
                   "Compress with zstd; up to four times for smaller files");
    auto* bundle = sort->add_option("-b,--bundle-id", arguments.bundle,
                                    "Name of the bundle that the files belong to");
    bundle->option_text("NAME");
    sort->add_flag("--multiple-bundles", arguments.multipleBundles,
                   "A bundle per PATH, named as its last component")
        ->excludes(bundle);
    sort->add_flag("--with-sources", arguments.withSources,
                   "Also make a source bundle for every debug file");
    sort->add_flag("-I,--ignore-errors", arguments.ignoreErrors,
                   "Files that cannot be read are a warning only");
    sort->add_flag("-q,--quiet", arguments.quiet, "Print only warnings and errors");
}

void addSymbolsWasmSplit(CLI::App& symbols, CommandLine& result)
{
    auto* split = symbols.add_subcommand(
        "wasm-split", "Give a WebAssembly file a build id and part it from its debug info");
    auto& arguments = argumentsOf<SymbolsWasmSplitArguments>(*split, result);
    split->add_option("file", arguments.file, "WebAssembly file")->required()->option_text("FILE");
    split
        ->add_option("-o,--output,--out", arguments.output,
                     "The module to write; without it the file itself is replaced")
        ->option_text("OUT");
    split
        ->add_option("-d,--debug-output,--debug-out", arguments.debugOutput,
                     "The debug companion to write; its name is recorded in the module")
        ->option_text("OUT");
    split->add_flag("--strip", arguments.strip, "Leave DWARF out of the module");
    split->add_flag("--strip-names", arguments.stripNames, "Leave function names out of it too");
    split
        ->add_option("--external-dwarf-url", arguments.externalDwarfUrl,
                     "Where the companion will be, recorded in the module instead")
        ->option_text("URL");
    split->add_option("--build-id", arguments.buildId, "Build id for a file that has none")
        ->option_text("HEX");
    split->add_flag("-q,--quiet", arguments.quiet, "Do not print the build id");
}

void addFetch(CLI::App& symbols, CommandLine& result)
{
    auto* fetch = symbols.add_subcommand(
        "fetch", "Load everything that crash files could need into the caches");
    auto& arguments = argumentsOf<SymbolsFetchArguments>(*fetch, result);
    fetch->add_option("files", arguments.files, "Crash files")->required()->option_text("FILE...");
    fetch
        ->add_option("-s,--symbols", arguments.symbols,
                     "Folder of debug files, LAYOUT:PATH, or [LAYOUT:]URL; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false);
    fetch->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    addFormat(*fetch, arguments.format, kPlainFormats);
}

void addSymbolsInfo(CLI::App& symbols, CommandLine& result)
{
    auto* info = symbols.add_subcommand("info", "Print ids, format, architecture and features");
    auto& arguments = argumentsOf<SymbolsInfoArguments>(*info, result);
    info->add_option("files", arguments.files, "Debug files")->required()->option_text("FILE...");
    addFormat(*info, arguments.format, kPlainFormats);
}

void addSymbolsSymcache(CLI::App& symbols, CommandLine& result)
{
    auto* symcache = symbols.add_subcommand("symcache", "Convert a debug file into a symcache");
    auto& arguments = argumentsOf<SymbolsSymcacheArguments>(*symcache, result);
    symcache->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    symcache->add_option("-o,--output", arguments.output, "The symcache to write")
        ->required()
        ->option_text("OUT");
}

void addSymbolsLookup(CLI::App& symbols, CommandLine& result)
{
    auto* lookup = symbols.add_subcommand("lookup", "Name the functions and lines at addresses");
    auto& arguments = argumentsOf<SymbolsLookupArguments>(*lookup, result);
    lookup->add_option("file", arguments.file, "Debug file or symcache")
        ->required()
        ->option_text("FILE");
    lookup
        ->add_option("addresses", arguments.addresses,
                     "Hexadecimal addresses, relative to the module")
        ->option_text("ADDRESS...");
    lookup
        ->add_option("--addresses", arguments.addressList,
                     "File with an address per line; - for standard input")
        ->option_text("LIST");
    addFormat(*lookup, arguments.format, kPlainFormats);
}

void addSymbols(CLI::App& app, CommandLine& result)
{
    auto* symbols = app.add_subcommand("symbols", "Look into debug files");
    symbols->require_subcommand(1);
    addSymbolsInfo(*symbols, result);
    addSymbolsSymcache(*symbols, result);
    addSymbolsLookup(*symbols, result);
    addSymbolsDump(*symbols, result);
    addSymbolsBundle(*symbols, result);
    addSymbolsSort(*symbols, result);
    addSymbolsWasmSplit(*symbols, result);
    addFetch(*symbols, result);
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
    auto* command = app.add_subcommand("open", "Start the workbench");
    auto& arguments = argumentsOf<OpenArguments>(*command, result);
    command->add_option("files", arguments.files, "Crash files")->option_text("FILE...");
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
        ->check(CLI::IsMember({"segv", "abort", "exception", "overflow", "thread"}));
}

} // namespace

void addCommands(CLI::App& app, CommandLine& result)
{
    app.footer(kFooter);
    app.require_subcommand(1);
    addServe(app, result);
    addSymbolicate(app, result);
    addStackwalk(app, result);
    addSymbols(app, result);
    addCache(app, result);
    addConfig(app, result);
    addOpen(app, result);
    addDocumentation(app, result);
    addCrash(app, result);
}

} // namespace faultline::app
