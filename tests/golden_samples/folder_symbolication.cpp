#include "tests/golden_samples/folder_symbolication.h"

#include "core/engine/engine.h"

namespace faultline::test {

Result<ReportPtr> symbolicateWithFolder(ByteView crashFile, const std::filesystem::path& folder)
{
    FL_TRY(auto event, Engine::readEvent(std::move(crashFile), ParseLimits{}));
    EngineConfig config;
    auto& source = config.sources.emplace_back();
    source.id = "build";
    source.where = FolderSource{folder.string()};
    Engine engine(std::move(config), silentLog(), {});
    return engine.run(std::move(event), {}, {});
}

} // namespace faultline::test
