#include "app/faultline/breakpad_dump.h"
#include "app/faultline/output_file.h"
#include "app/faultline/symbols_command.h"
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/formats/open/open_object.h"

#include <cstdio>

namespace faultline::app {

ExitCode symbolsDump(const SymbolsDumpArguments& arguments)
{
    const auto complain = [&](const Error& error) {
        std::fprintf(stderr, "faultline: %s: %s\n", arguments.file.c_str(), error.detail.c_str());
    };
    const auto bytes = mapForeignFile(arguments.file);
    const auto object =
        bytes ? openObject(*bytes, {}) : Result<ObjectPtr>(std::unexpected(bytes.error()));
    if (!object) {
        complain(object.error());
        return ExitCode::Unreadable;
    }
    auto output = OutputFile::open(arguments.output);
    if (!output) {
        complain(output.error());
        return ExitCode::Failed;
    }
    const auto known = (*object)->debugFileName();
    const auto stats = dumpBreakpad(
        {.object = *object,
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
