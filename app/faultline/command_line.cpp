#include "app/faultline/command_line.h"

#include "app/faultline/exit_code.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

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

/// Thrown while parsing, in the way in which CLI11 reports its own help.
struct MarkdownHelp
{
};

std::string markdownHelpOf(const CLI::App& command)
{
    return "# faultline " + command.get_name() + "\n\n```text\n" + command.help() + "```\n";
}

/// The arguments of every command. The result takes those of the command that was given.
struct Parsed
{
    ServeArguments serve;
    SymbolicateArguments symbolicate;
    StackwalkArguments stackwalk;
    SymbolsInfoArguments info;
    SymbolsSymcacheArguments symcache;
    SymbolsLookupArguments lookup;
    SymbolsDumpArguments dump;
    SymbolsBundleArguments bundle;
    SymbolsSortArguments sort;
    SymbolsWasmSplitArguments wasmSplit;
    SymbolsFetchArguments fetch;
    CacheListArguments cacheList;
    CacheShowArguments cacheShow;
    CacheCleanupArguments cacheCleanup;
    CacheVerifyArguments cacheVerify;
    CacheImportArguments cacheImport;
    ConfigPresetsArguments presets;
    OpenArguments open;
};

void addServe(CLI::App& app, ServeArguments& arguments)
{
    auto* command = app.add_subcommand("serve", "Answer symbolication requests over HTTP");
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
}

void addSymbolicate(CLI::App& app, SymbolicateArguments& arguments)
{
    auto* command =
        app.add_subcommand("symbolicate", "Report what a crash file shows, with symbols");
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

void addStackwalk(CLI::App& app, StackwalkArguments& arguments)
{
    auto* command = app.add_subcommand(
        "stackwalk", "Walk the stacks of a minidump or core file, as minidump-stackwalk does");
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

void addSymbolsDump(CLI::App& symbols, SymbolsDumpArguments& arguments)
{
    auto* dump = symbols.add_subcommand("dump", "Print a debug file as Breakpad symbols");
    dump->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    dump->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
}

void addSymbolsBundle(CLI::App& symbols, SymbolsBundleArguments& arguments)
{
    auto* bundle = symbols.add_subcommand(
        "bundle", "Collect the sources that a debug file names into a source bundle");
    bundle->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    bundle->add_option("-o,--output", arguments.output, "The bundle to write")
        ->required()
        ->option_text("OUT");
    bundle
        ->add_option("--map", arguments.pathMappings,
                     "Where recorded paths that begin with FROM are now; may be repeated")
        ->option_text("FROM=TO")
        ->allow_extra_args(false);
}

void addSymbolsSort(CLI::App& symbols, SymbolsSortArguments& arguments)
{
    auto* sort =
        symbols.add_subcommand("sort", "Put debug files into a folder of the unified layout");
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

void addSymbolsWasmSplit(CLI::App& symbols, SymbolsWasmSplitArguments& arguments)
{
    auto* split = symbols.add_subcommand(
        "wasm-split", "Give a WebAssembly file a build id and part it from its debug info");
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

void addFetch(CLI::App& symbols, SymbolsFetchArguments& arguments)
{
    auto* fetch = symbols.add_subcommand(
        "fetch", "Load everything that crash files could need into the caches");
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

void addSymbols(CLI::App& app, Parsed& parsed)
{
    auto* symbols = app.add_subcommand("symbols", "Look into debug files");
    symbols->require_subcommand(1);

    auto* info = symbols->add_subcommand("info", "Print ids, format, architecture and features");
    info->add_option("files", parsed.info.files, "Debug files")->required()->option_text("FILE...");
    addFormat(*info, parsed.info.format, kPlainFormats);

    auto* symcache = symbols->add_subcommand("symcache", "Convert a debug file into a symcache");
    symcache->add_option("file", parsed.symcache.file, "Debug file")
        ->required()
        ->option_text("FILE");
    symcache->add_option("-o,--output", parsed.symcache.output, "The symcache to write")
        ->required()
        ->option_text("OUT");

    auto* lookup = symbols->add_subcommand("lookup", "Name the functions and lines at addresses");
    lookup->add_option("file", parsed.lookup.file, "Debug file or symcache")
        ->required()
        ->option_text("FILE");
    lookup
        ->add_option("addresses", parsed.lookup.addresses,
                     "Hexadecimal addresses, relative to the module")
        ->option_text("ADDRESS...");
    lookup
        ->add_option("--addresses", parsed.lookup.addressList,
                     "File with an address per line; - for standard input")
        ->option_text("LIST");
    addFormat(*lookup, parsed.lookup.format, kPlainFormats);
    addSymbolsDump(*symbols, parsed.dump);
    addSymbolsBundle(*symbols, parsed.bundle);
    addSymbolsSort(*symbols, parsed.sort);
    addSymbolsWasmSplit(*symbols, parsed.wasmSplit);
    addFetch(*symbols, parsed.fetch);
}

/// Adds what all `cache` commands have in common.
CLI::App* addCacheCommand(CLI::App& cache,
                          const std::string& name,
                          const std::string& what,
                          CacheArguments& arguments)
{
    auto* command = cache.add_subcommand(name, what);
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    addFormat(*command, arguments.format, kPlainFormats);
    return command;
}

void addCache(CLI::App& app, Parsed& parsed)
{
    auto* cache = app.add_subcommand("cache", "Look into the cache folder, and keep it small");
    cache->require_subcommand(1);
    cache->footer(
        "Exit status: 0 done, 1 something could not be listed or removed, 2 wrong arguments "
        "or no cache folder\nconfigured, 3 no such entry or folder, or damage was found.");

    addCacheCommand(*cache, "list", "Sizes by kind, or the entries of some kinds", parsed.cacheList)
        ->add_option("kinds", parsed.cacheList.kinds, "Kinds whose entries to list")
        ->option_text("KIND...");
    addCacheCommand(*cache, "show", "What is known of an entry", parsed.cacheShow)
        ->add_option("entries", parsed.cacheShow.entries,
                     "The first digits of an entry's name (4 at least)")
        ->required()
        ->option_text("ENTRY...");

    auto* cleanup =
        addCacheCommand(*cache, "cleanup",
                        "Remove what has expired, what is damaged, and what goes beyond "
                        "the quota",
                        parsed.cacheCleanup);
    cleanup->add_flag("--dry-run", parsed.cacheCleanup.dryRun, "Say what would be removed");
    cleanup
        ->add_option("--repeat", parsed.cacheCleanup.repeat,
                     "Again and again, every INTERVAL (cache_cleanup_interval when left out)")
        ->expected(0, 1)
        ->option_text("[INTERVAL]");

    addCacheCommand(*cache, "verify", "Read every entry and compare it with its checksums",
                    parsed.cacheVerify)
        ->add_flag("--remove", parsed.cacheVerify.remove, "Remove damaged entries");

    addCacheCommand(*cache, "import",
                    "Take over the downloaded files in a cache folder of Symbolicator",
                    parsed.cacheImport)
        ->add_option("folder", parsed.cacheImport.from, "Its cache_dir")
        ->required()
        ->option_text("FOLDER");
}

void addConfig(CLI::App& app, Parsed& parsed)
{
    auto* config = app.add_subcommand("config", "Help with the configuration file");
    config->require_subcommand(1);
    auto* presets = config->add_subcommand(
        "presets", "List well-known public symbol servers, or print some as sources");
    presets->add_option("names", parsed.presets.names, "Which to print for a configuration file")
        ->option_text("NAME...");
}

void addOpen(CLI::App& app, OpenArguments& arguments)
{
    auto* command = app.add_subcommand("open", "Start the workbench");
    command->add_option("files", arguments.files, "Crash files")->option_text("FILE...");
}

CommandLine chosenOfCache(const CLI::App& cache, Parsed& parsed)
{
    if (cache.got_subcommand("list"))
        return std::move(parsed.cacheList);
    if (cache.got_subcommand("show"))
        return std::move(parsed.cacheShow);
    if (cache.got_subcommand("cleanup"))
        return std::move(parsed.cacheCleanup);
    if (cache.got_subcommand("import"))
        return std::move(parsed.cacheImport);
    return std::move(parsed.cacheVerify);
}

CommandLine chosen(const CLI::App& app, Parsed& parsed)
{
    if (app.got_subcommand("serve"))
        return std::move(parsed.serve);
    if (app.got_subcommand("symbolicate"))
        return std::move(parsed.symbolicate);
    if (app.got_subcommand("stackwalk"))
        return std::move(parsed.stackwalk);
    if (app.got_subcommand("open"))
        return std::move(parsed.open);
    if (app.got_subcommand("cache"))
        return chosenOfCache(*app.get_subcommand("cache"), parsed);
    if (app.got_subcommand("config"))
        return std::move(parsed.presets);
    const auto* symbols = app.get_subcommand("symbols");
    if (symbols->got_subcommand("info"))
        return std::move(parsed.info);
    if (symbols->got_subcommand("symcache"))
        return std::move(parsed.symcache);
    if (symbols->got_subcommand("dump"))
        return std::move(parsed.dump);
    if (symbols->got_subcommand("bundle"))
        return std::move(parsed.bundle);
    if (symbols->got_subcommand("sort"))
        return std::move(parsed.sort);
    if (symbols->got_subcommand("wasm-split"))
        return std::move(parsed.wasmSplit);
    if (symbols->got_subcommand("fetch"))
        return std::move(parsed.fetch);
    return std::move(parsed.lookup);
}

} // namespace

CommandLine parseCommandLine(const std::vector<std::string>& arguments)
{
    Parsed parsed;
    CLI::App app("Crash analysis and symbolication", "faultline");
    app.set_version_flag("-V,--version", "faultline " FL_VERSION);
    app.footer(kFooter);
    app.require_subcommand(1);
    addServe(app, parsed.serve);
    addSymbolicate(app, parsed.symbolicate);
    addStackwalk(app, parsed.stackwalk);
    addSymbols(app, parsed);
    addCache(app, parsed);
    addConfig(app, parsed);
    addOpen(app, parsed.open);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const MarkdownHelp&) {
        return PrintAndExit{.text = markdownHelpOf(*app.get_subcommand("stackwalk")),
                            .exitCode = static_cast<int>(ExitCode::Ok)};
    } catch (const CLI::ParseError& error) {
        std::ostringstream out;
        const bool isRequested = app.exit(error, out, out) == 0;
        return PrintAndExit{.text = out.str(),
                            .exitCode =
                                static_cast<int>(isRequested ? ExitCode::Ok : ExitCode::Usage)};
    }
    return chosen(app, parsed);
}

} // namespace faultline::app
