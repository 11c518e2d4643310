// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/golden_samples/folder_symbolication.h"

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/read_event.h"
#include "core/model/report.h"
#include "core/tools/breakpad_dump.h"

#include <fstream>

namespace faultline::test {

Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder)
{
    FL_TRY(auto event, intake::readEvent(std::move(crashFile), ParseLimits{}));
    engine::EngineConfig config;
    auto& source = config.sources.emplace_back();
    source.id = "build";
    source.where = sources::FolderSource{folder.string()};
    engine::Engine engine(std::move(config), silentLog(), {});
    return engine.run(std::move(event), {}, {});
}

std::string replaceBySymbols(const std::filesystem::path& program)
{
    auto files = symbolfiles::openSymbolFiles(program);
    if (!files)
        return files.error().describe();
    std::ofstream out(program.string() + ".sym", std::ios::binary);
    const auto stats =
        app::dumpBreakpad({.files = *std::move(files), .name = program.filename().string()},
                          [&](std::string_view text) { out << text; });
    if (!stats)
        return stats.error().describe();
    out.close();
    return out && std::filesystem::remove(program) ? std::string() : "cannot write the symbols";
}

} // namespace faultline::test
