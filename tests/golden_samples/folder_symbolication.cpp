#include "tests/golden_samples/folder_symbolication.h"

#include "core/engine/engine.h"

namespace faultline::test {

Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder)
{
    FL_TRY(auto event, Engine::readEvent(std::move(crashFile), ParseLimits{}));
    EngineConfig config;
    config.sources.push_back({.id = "build",
                              .filters = {},
                              .layout = {},
                              .isPublic = false,
                              .hasIndex = false,
                              .where = FolderSource{folder.string()}});
    Engine engine(std::move(config), silentLog(), {});
    return engine.run(std::move(event), {}, {});
}

} // namespace faultline::test
