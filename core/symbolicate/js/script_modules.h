#pragma once

#include "core/symbolicate/js/script_files.h"

#include <map>

namespace faultline::js {

/// A script that frames lie in: its text, its map, and what both give together.
struct ResolvedScript
{
    FoundFile minified;
    /// Absent: the script has no map and needs none.
    std::optional<Result<std::shared_ptr<const sourcemap::MapCache>>> cache;
    ScriptFileOrigin mapOrigin;
    ResolvedWith mapResolvedWith = ResolvedWith::Unknown;
    std::string base; ///< What names of sources are relative to.

    /// How the map is called in answers: its URL, else the script's.
    const std::string& mapLabel(const std::string& absPath) const
    {
        return minified.content && !minified.content->mapUrl.empty() ? minified.content->mapUrl
                                                                     : absPath;
    }
};

/// The scripts of one event, each resolved once, when a frame first needs it. One job thread uses
/// it; it waits.
class ScriptModules
{
public:
    /// All arguments outlive it.
    ScriptModules(const symbolicate::Services& services,
                  ScriptFiles& files,
                  const ScriptEvent& event,
                  const ScriptOptions& options,
                  std::stop_token stop);

    const ResolvedScript& resolve(const std::string& absPath);

    /// An original source that a map does not carry.
    const FoundFile& source(const std::string& url);

private:
    ResolvedScript resolveNew(const std::string& absPath);
    FoundFile findMap(const ResolvedScript& script, const std::optional<DebugId>& debugId);
    Result<std::shared_ptr<const sourcemap::MapCache>> makeCache(const FoundFile& minified,
                                                                 const FoundFile& map);

    const symbolicate::Services& m_services;
    ScriptFiles& m_files;
    const ScriptOptions& m_options;
    std::stop_token m_stop;
    std::map<std::string, std::optional<DebugId>> m_debugIds; // By script.
    std::map<std::string, ResolvedScript> m_scripts;
    std::map<std::string, FoundFile> m_sources;
};

} // namespace faultline::js
