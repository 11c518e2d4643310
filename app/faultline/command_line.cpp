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
    command.add_option("--format", format, "Form of the output")
        ->transform(CLI::CheckedTransformer(formats, CLI::ignore_case))
        ->option_text("FORMAT");
}

/// One struct of arguments per command; the one whose command was given is the result.
struct Parsed
{
    ServeArguments serve;
    SymbolicateArguments symbolicate;
    SymbolsInfoArguments info;
    SymbolsSymcacheArguments symcache;
    SymbolsLookupArguments lookup;
    SymbolsDumpArguments dump;
    SymbolsBundleArguments bundle;
    SymbolsSortArguments sort;
    SymbolsWasmSplitArguments wasmSplit;
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
                     "Crash files: minidumps, Apple crash reports (text or .ips), or requests in "
                     "Symbolicator's JSON")
        ->required()
        ->option_text("FILE...");
    command
        ->add_option("-s,--symbols", arguments.symbols,
                     "Folder of debug files, LAYOUT:PATH, or [LAYOUT:]URL; may be repeated")
        ->option_text("DIR_OR_URL")
        ->allow_extra_args(false); // One value each: what follows is a crash file.
    command->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
        ->option_text("FILE");
    command
        ->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
    command->add_option("--server", arguments.server, "Let that server do the work (JSON output)")
        ->option_text("URL");
    command->add_flag("--offline", arguments.offline, "Use no network");
    addFormat(*command, arguments.format, kReportFormats);
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
    sort->add_flag("-z,--compress", arguments.compress,
                   "Compress with zstd; up to four times for smaller files");
    sort->add_option("-b,--bundle-id", arguments.bundle,
                     "Name of the bundle that the files belong to")
        ->option_text("NAME");
    sort->add_flag("--with-sources", arguments.withSources,
                   "Also make a source bundle for every debug file");
}

void addSymbolsWasmSplit(CLI::App& symbols, SymbolsWasmSplitArguments& arguments)
{
    auto* split = symbols.add_subcommand(
        "wasm-split", "Give a WebAssembly file a build id and part it from its debug info");
    split->add_option("file", arguments.file, "WebAssembly file")->required()->option_text("FILE");
    split
        ->add_option("-o,--output", arguments.output,
                     "The module to write; without it the file itself is replaced")
        ->option_text("OUT");
    split->add_option("-d,--debug-output", arguments.debugOutput, "The debug companion to write")
        ->option_text("OUT");
    split->add_flag("--strip", arguments.strip, "Leave DWARF out of the module");
    split->add_flag("--strip-names", arguments.stripNames, "Leave function names out of it too");
    split
        ->add_option("--external-dwarf-url", arguments.externalDwarfUrl,
                     "Where the companion will be, recorded in the module")
        ->option_text("URL");
    split->add_option("--build-id", arguments.buildId, "Build id for a file that has none")
        ->option_text("HEX");
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
}

void addOpen(CLI::App& app, OpenArguments& arguments)
{
    auto* command = app.add_subcommand("open", "Start the workbench");
    command->add_option("files", arguments.files, "Crash files")->option_text("FILE...");
}

CommandLine chosen(const CLI::App& app, Parsed& parsed)
{
    if (app.got_subcommand("serve"))
        return std::move(parsed.serve);
    if (app.got_subcommand("symbolicate"))
        return std::move(parsed.symbolicate);
    if (app.got_subcommand("open"))
        return std::move(parsed.open);
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
    addSymbols(app, parsed);
    addOpen(app, parsed.open);
    try {
        app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
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
