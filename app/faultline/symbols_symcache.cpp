#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/tools/kept_file.h"
#include "core/tools/symcache_file.h"

#include <cstdio>

namespace faultline::app {

ExitCode symbolsSymcache(const SymbolsSymcacheArguments& arguments)
{
    const auto folder = std::filesystem::absolute(arguments.output).parent_path();
    auto out = TempFile::create(folder);
    if (!out) {
        complain(out.error());
        return ExitCode::Failed;
    }
    const auto stats = convertToSymCache(arguments.file, *out);
    if (!stats) {
        complain(arguments.file.string(), stats.error());
        return stats.error().kind == ErrorKind::Internal ? ExitCode::Failed : ExitCode::Unreadable;
    }
    for (const auto& note : stats->notes)
        std::fprintf(stderr, "faultline: %s\n", escapeControls(note).c_str());
    if (const auto kept = keepForUser(*out, arguments.output); !kept) {
        complain(kept.error());
        return ExitCode::Failed;
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
