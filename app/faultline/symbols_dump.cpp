// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/output_file.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/formats/debug/symbfile/symbfile_writer.h"
#include "core/symbolfiles/symcache_file.h"
#include "core/tools/breakpad_dump.h"
#include "core/tools/code_text.h"
#include "core/tools/gsym_dump.h"
#include "core/tools/symbfile_dump.h"

#include <cstdio>

namespace faultline::app {

namespace {

Result<void> dumpAsBreakpad(const SymbolsDumpArguments& arguments,
                            symbolfiles::SymbolFiles files,
                            OutputFile& output)
{
    const auto known = files.object->debugFileName();
    FL_TRY(const auto stats,
           dumpBreakpad(
               {.files = std::move(files),
                .name = std::string(baseName(known.empty() ? arguments.file.string() : known))},
               [&](std::string_view text) { output.write(text); }));
    if (stats.damagedUnits > 0)
        std::fprintf(stderr, "faultline: %zu units of the debug info could not be read\n",
                     stats.damagedUnits);
    if (stats.untoldUnwindEntries > 0)
        std::fprintf(stderr, "faultline: %zu unwind entries have no form as STACK CFI records\n",
                     stats.untoldUnwindEntries);
    if (stats.leftOutTexts > 0)
        std::fprintf(
            stderr,
            "faultline: %zu long names and paths were left out, because they repeat too often\n",
            stats.leftOutTexts);
    return {};
}

Result<void> dumpAsSymbfile(const symcache::SymCache& symbols,
                            const object::Object& image,
                            bool returnPads,
                            OutputFile& output)
{
    symbfile::SymbfileWriter writer([&](Bytes bytes) -> Result<void> {
        output.write(asText(bytes));
        return {};
    });
    const auto add = [&](const symbfile::Record& record) { return writer.add(record); };
    FL_CHECK(returnPads ? writeReturnPads(symbols, image, add)
                        : writeRanges(symbols, image.loadAddress(), add));
    return writer.finish();
}

Result<void> dumpSymbols(const SymbolsDumpArguments& arguments,
                         symbolfiles::SymbolFiles files,
                         OutputFile& output)
{
    if (arguments.format == DumpFormat::Breakpad)
        return dumpAsBreakpad(arguments, std::move(files), output);
    const auto image = files.object;
    FL_TRY(const auto symbols, symbolfiles::symCacheOf(std::move(files)));
    if (arguments.format == DumpFormat::Text)
        return writeCodeText(symbols, image->loadAddress(),
                             [&](std::string_view text) { output.write(text); });
    if (output.isTerminal())
        return fail(ErrorKind::Unsupported, "the format is binary: use --output");
    if (arguments.format == DumpFormat::Symbfile)
        return dumpAsSymbfile(symbols, *image, arguments.returnPads, output);
    FL_TRY(const auto gsym, makeGsym(symbols, *image));
    output.write(gsym);
    return {};
}

} // namespace

ExitCode run(const SymbolsDumpArguments& arguments)
{
    if (arguments.returnPads && arguments.format != DumpFormat::Symbfile) {
        std::fputs("faultline: --return-pads needs --format symbfile\n", stderr);
        return ExitCode::Usage;
    }
    const auto complain = [&](const Error& error) {
        app::complain(arguments.file.string(), error);
    };
    auto files = symbolfiles::openSymbolFiles(arguments.file);
    if (!files) {
        complain(files.error());
        return ExitCode::Unreadable;
    }
    auto output = OutputFile::open(arguments.output, {arguments.file});
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    if (const auto dumped = dumpSymbols(arguments, *std::move(files), *output); !dumped) {
        complain(dumped.error());
        return ExitCode::Unreadable;
    }
    if (const auto written = output->finish(); !written) {
        complain(written.error());
        return ExitCode::Failed;
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
