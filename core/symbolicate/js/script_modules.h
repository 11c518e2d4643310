// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/symbolicate/js/generated_place.h"
#include "core/symbolicate/js/original_names.h"
#include "core/symbolicate/js/script_files.h"

#include <map>
#include <utility>

namespace faultline::js {

/// A script with frames in it: its text, its map, and the cache made of both.
struct ResolvedScript
{
    FoundFile minified;
    FoundFile map;
    /// Absent means that the script has no map and needs none. Only in the compatible answer does
    /// it know the functions in the script's text; see ScriptModules::functionInScript().
    std::optional<Result<std::shared_ptr<const sourcemap::MapCache>>> cache;
    ScriptFileOrigin mapOrigin;
    ResolvedWith mapResolvedWith = ResolvedWith::Unknown;
    /// What its name stands for if the map is that of a RAM bundle.
    std::optional<sourcemap::BundlePart> part;
    /// For a module of a RAM bundle: its first line in the text that the map describes.
    std::uint32_t firstLine = 0;
    /// The URL of the map, to which names of sources and URLs of sections are relative.
    std::string base;
    /// Set for a script with a map, except in the compatible answer.
    std::shared_ptr<GeneratedPlace> places;

    /// Returns the name of the map in answers: its URL, or without one the script's URL.
    const std::string& mapLabel(const std::string& absPath) const
    {
        return minified.content && !minified.content->mapUrl.empty() ? minified.content->mapUrl
                                                                     : absPath;
    }
};

/// Where the functions of each segment of Hermes's bytecode begin.
using BytecodeStarts = std::map<std::uint32_t, std::vector<std::uint32_t>>;

/// The scripts of one event. Each is resolved once, when a frame first needs it. Blocks; use it on
/// one job thread.
class ScriptModules
{
public:
    /// All arguments must outlive it.
    ScriptModules(const symbolicate::Services& services,
                  ScriptFiles& files,
                  const ScriptEvent& event,
                  const symbolicate::SymbolicateOptions& options,
                  std::stop_token stop);

    const ResolvedScript& resolve(const std::string& absPath);

    /// Returns an original source that its map does not contain.
    const FoundFile& source(const std::string& url);

    /// Returns a source that is itself a script with a map, as a build in several steps leaves it;
    /// null when it names no map. `source` is where `text` comes from: sources of several maps may
    /// have one URL. `passed` are the script and the steps that led to it, of which none is a
    /// source of itself.
    const ResolvedScript* nextStep(const std::string& url,
                                   MapSource source,
                                   const ByteView& text,
                                   const std::vector<const ResolvedScript*>& passed);

    /// Returns the place of an instruction in the text that the map describes, counted from 0.
    /// Absent when the map does not say where a function of Hermes begins.
    std::optional<sourcemap::Position> placeOf(const ResolvedScript& script,
                                               const BytecodePlace& bytecode);

    /// Returns the function around a token of the script's map, as the text of the script tells it:
    /// for maps that tell no names. The script is parsed when this is first asked about it, which
    /// takes as long as everything else together. Its name lives as long as this object.
    sourcemap::ScopeAnswer functionInScript(const ResolvedScript& script,
                                            const sourcemap::MapHit& token);

    /// The outcome for each script so far, by `abs_path`.
    std::map<std::string, ScriptState> states() const;

private:
    using CacheResult = Result<std::shared_ptr<const sourcemap::MapCache>>;

    /// Does a cache know the functions in the text of the script?
    enum class ScriptScopes : std::uint8_t { Known, Unknown };

    ResolvedScript resolveNew(const std::string& absPath);
    void resolveMap(ResolvedScript& script, const std::optional<DebugId>& debugId);
    static void placeModule(ResolvedScript& script);
    bool resolveNamelessMap(ResolvedScript& script, const std::string& absPath);
    void resolveStep(ResolvedScript& step,
                     const std::string& url,
                     const ByteView& text,
                     const FoundFile& lastMap);
    FoundFile findMap(const ResolvedScript& script, const std::optional<DebugId>& debugId);
    CacheResult makeCache(const ResolvedScript& of);
    CacheResult makeCache(const ResolvedScript& of, ScriptScopes scopes);
    std::shared_ptr<const sourcemap::LinkedMaps> linkedMaps(const FileTextPtr& map,
                                                            const std::string& base);

    const symbolicate::Services& m_services;
    ScriptFiles& m_files;
    const symbolicate::SymbolicateOptions& m_options;
    std::stop_token m_stop;
    std::map<std::string, std::optional<DebugId>> m_debugIds; // Keyed by script.
    std::map<std::string, ResolvedScript> m_scripts;
    std::map<std::string, FoundFile> m_sources;
    std::map<std::pair<std::string, MapSource>, ResolvedScript> m_steps; // By URL and source.
    std::uint64_t m_stepBytes = 0;                                       // Of the maps of these.
    std::map<const ResolvedScript*, CacheResult> m_withScopes;           // Of both.
    std::map<const ResolvedScript*, BytecodeStarts> m_bytecode;
};

} // namespace faultline::js
