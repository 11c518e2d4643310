// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/symbols_tree.h"

#include "app/faultline/command_options.h"

namespace faultline::app {

namespace {

const std::map<std::string, DumpFormat> kDumpFormats{{"breakpad", DumpFormat::Breakpad},
                                                     {"gsym", DumpFormat::Gsym},
                                                     {"symbfile", DumpFormat::Symbfile},
                                                     {"text", DumpFormat::Text}};

void addSymbolsDump(CLI::App& symbols, CommandLine& result)
{
    auto* dump = symbols.add_subcommand("dump", "Print the symbols of a debug file");
    auto& arguments = argumentsOf<SymbolsDumpArguments>(*dump, result);
    dump->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    dump->add_option("--format", arguments.format, "Form of the symbols (default: breakpad)")
        ->transform(CLI::CheckedTransformer(kDumpFormats, CLI::ignore_case))
        ->option_text("breakpad|gsym|symbfile|text");
    dump->add_flag("--return-pads", arguments.returnPads,
                   "With symbfile: the return pads instead of the ranges");
    dump->add_option("-o,--output", arguments.output, "Write there instead of to standard output")
        ->option_text("FILE");
}

void addSymbolsPush(CLI::App& symbols, CommandLine& result)
{
    auto* push =
        symbols.add_subcommand("push", "Upload the symbols of deployed ELF files as symbfiles");
    auto& arguments = argumentsOf<SymbolsPushArguments>(*push, result);
    push->add_option("files", arguments.files,
                     "Programs and libraries as deployed; their debug files are found beside them")
        ->required()
        ->option_text("FILE...");
    push->add_option("--server", arguments.server, "The server that takes them")
        ->required()
        ->option_text("URL");
    push->add_option("--key-file", arguments.keyFile, "API key (default: FAULTLINE_API_KEY)")
        ->option_text("FILE");
    push->add_option("-c,--config", arguments.config, "Configuration file (YAML)")
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
    addSymbols(*fetch, arguments.symbols);
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

void addSymbolsTypes(CLI::App& symbols, CommandLine& result)
{
    auto* types = symbols.add_subcommand(
        "types", "Print a type's members with offsets, sizes, and the holes between them");
    auto& arguments = argumentsOf<SymbolsTypesArguments>(*types, result);
    types->add_option("file", arguments.file, "Debug file")->required()->option_text("FILE");
    types->add_option("name", arguments.name, "Name of the type, with or without its scopes")
        ->required()
        ->option_text("NAME");
    addFormat(*types, arguments.format, kPlainFormats);
}

} // namespace

void addSymbols(CLI::App& app, CommandLine& result)
{
    auto* symbols = app.add_subcommand("symbols", "Look into debug files");
    symbols->require_subcommand(1);
    addSymbolsInfo(*symbols, result);
    addSymbolsSymcache(*symbols, result);
    addSymbolsLookup(*symbols, result);
    addSymbolsTypes(*symbols, result);
    addSymbolsDump(*symbols, result);
    addSymbolsPush(*symbols, result);
    addSymbolsBundle(*symbols, result);
    addSymbolsSort(*symbols, result);
    addSymbolsWasmSplit(*symbols, result);
    addFetch(*symbols, result);
}

} // namespace faultline::app
