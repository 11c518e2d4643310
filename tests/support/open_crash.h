// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/log.h"
#include "core/engine/engine.h"
#include "core/engine/engine_config.h"
#include "core/intake/crash_files.h"
#include "core/intake/read_event.h"
#include "core/query/crash.h"

#include <memory>
#include <string>
#include <vector>

namespace faultline::test {

/// An engine without a network and without caches on disk, which finds debug files in folders.
class QuietEngine
{
public:
    explicit QuietEngine(const std::vector<std::string>& folders)
        : m_engine(configFor(folders), silentLog(), {})
    {
    }

    engine::Engine& engine() { return m_engine; }

    Result<std::unique_ptr<query::Crash>> open(const std::string& path,
                                               redact::Profile profile = redact::Profile::Full,
                                               const std::stop_token& stop = {})
    {
        FL_TRY(const auto files, intake::findCrashFilesAt(path, {}));
        FL_TRY(const auto content, intake::openOnlyCrashFile(files));
        FL_TRY(auto input, intake::readInput(content, {}, intake::openPolicy()));
        return open(input.event, path, profile, stop);
    }

    Result<std::unique_ptr<query::Crash>> open(EventPtr event,
                                               const std::string& name,
                                               redact::Profile profile,
                                               const std::stop_token& stop = {})
    {
        FL_TRY(auto kept, m_engine.keepOpen(std::move(event), {}, {}, stop));
        return std::make_unique<query::Crash>(m_engine, std::move(kept), name, profile);
    }

private:
    static engine::EngineConfig configFor(const std::vector<std::string>& folders)
    {
        engine::EngineConfig config;
        for (const auto& folder : folders) {
            sources::SourceConfig source;
            source.id = folder;
            source.where = sources::FolderSource{.path = folder};
            config.sources.push_back(std::move(source));
        }
        config.offline = true;
        config.computeThreads = 2;
        return config;
    }

    engine::Engine m_engine;
};

} // namespace faultline::test
