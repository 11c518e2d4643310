#include "app/faultline/command_support.h"
#include "app/faultline/output_file.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/tools/breakpad_dump.h"

#include <cstdio>

namespace faultline::app {

ExitCode run(const SymbolsDumpArguments& arguments)
{
    const auto complain = [&](const Error& error) {
        app::complain(arguments.file.string(), error);
    };
    auto files = openSymbolFiles(arguments.file);
    if (!files) {
        complain(files.error());
        return ExitCode::Unreadable;
    }
    auto output = OutputFile::open(arguments.output);
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    const auto known = files->object->debugFileName();
    const auto stats = dumpBreakpad(
        {.files = *std::move(files),
         .name = std::string(baseName(known.empty() ? arguments.file.string() : known))},
        [&](std::string_view text) { output->write(text); });
    if (!stats) {
        complain(stats.error());
        return ExitCode::Unreadable;
    }
    if (stats->damagedUnits > 0)
        std::fprintf(stderr, "faultline: %zu units of the debug info could not be read\n",
                     stats->damagedUnits);
    if (stats->untoldUnwindEntries > 0)
        std::fprintf(stderr, "faultline: %zu unwind entries have no form as STACK CFI records\n",
                     stats->untoldUnwindEntries);
    if (const auto written = output->finish(); !written) {
        complain(written.error());
        return ExitCode::Failed;
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
