// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/faultline/command_support.h"
#include "app/faultline/symbols_command.h"
#include "core/base/text.h"
#include "core/symbolfiles/symcache_file.h"
#include "core/tools/kept_file.h"

#include <cstdio>

namespace faultline::app {

ExitCode run(const SymbolsSymcacheArguments& arguments)
{
    const auto checked = checkIsNoInput(arguments.output, {arguments.file});
    auto out = checked ? UserFile::create(arguments.output) : std::unexpected(checked.error());
    if (!out) {
        complain(out.error());
        return ExitCode::Failed;
    }
    const auto stats = symbolfiles::convertToSymCache(arguments.file, out->content());
    if (!stats) {
        complain(arguments.file.string(), stats.error());
        return stats.error().kind == ErrorKind::Internal ? ExitCode::Failed : ExitCode::Unreadable;
    }
    for (const auto& note : stats->notes)
        std::fprintf(stderr, "faultline: %s\n", escapeControls(note).c_str());
    if (const auto kept = out->keep(); !kept) {
        complain(kept.error());
        return ExitCode::Failed;
    }
    return ExitCode::Ok;
}

} // namespace faultline::app
