// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/debug/artifactbundle/ram_bundle.h"
#include "core/formats/debug/sourcemap/bundle_part.h"
#include "core/symbolicate/js/local_folder.h"
#include "core/symbolicate/js/script_files.h"

#include <functional>
#include <set>

namespace faultline::js {

/// Finds files of scripts on this machine (docs/spec/javascript.md §4.11): a file that the user
/// chose, the path that a frame names, folders, artifact bundles, maps. Use it on one job thread.
class LocalArtifacts
{
public:
    using Note = std::function<void(std::string place, Outcome outcome)>;

    /// `readsRecordedPaths` allows to read the paths that frames and scripts name. The places must
    /// outlive it.
    LocalArtifacts(const ScriptPlaces& places,
                   bool readsRecordedPaths,
                   const ParseLimits& limits,
                   std::stop_token stop);

    /// `script` is the script that the frame names. Every attempt is noted.
    std::optional<FoundFile>
    find(const ScriptFileKey& key, const std::string& script, const Note& note);

private:
    struct OpenBundle
    {
        std::string uri;
        ArtifactBundlePtr bundle;
    };

    struct OpenRamBundle
    {
        std::string path;
        artifacts::RamBundle bundle;
    };

    void openPlaces(const Note& note);
    void addMapsOfNativeBundles();
    void openBundle(const std::filesystem::path& file, const Note& note);
    void openRamBundle(const std::filesystem::path& file, const Note& note);
    std::optional<FoundFile> findInRamBundles(const ScriptFileKey& key, const Note& note) const;
    std::optional<FoundFile>
    findChosen(const ScriptFileKey& key, const std::string& script, const Note& note);
    std::optional<FoundFile> findRecorded(const ScriptFileKey& key, const Note& note);
    std::optional<FoundFile> findInBundles(const ScriptFileKey& key, const Note& note);
    std::optional<FoundFile>
    findAnywhere(const ScriptFileKey& key, const std::string& script, const Note& note);
    std::optional<FoundFile>
    findNamed(const ScriptFileKey& key, const std::string& script, const Note& note);
    std::optional<FoundFile> findByDebugId(const ScriptFileKey& key, const Note& note);
    std::optional<FoundFile>
    findBeside(const ScriptFileKey& key, const std::string& script, const Note& note) const;
    std::optional<FoundFile>
    findInFolders(const ScriptFileKey& key, const std::string& script, const Note& note);
    std::optional<FoundFile>
    findSource(const ScriptFileKey& key, const std::string& script, const Note& note);
    std::optional<std::filesystem::path> onlyMap();
    std::optional<std::filesystem::path> onlyWasm();
    std::optional<std::filesystem::path>
    onlyFileFor(const ScriptFileKey& key, std::string_view script, bool isMeantForAll);
    std::optional<FoundFile> findMapOfBundle(const ScriptFileKey& key,
                                             const sourcemap::BundlePart& part,
                                             const Note& note) const;
    std::optional<FoundFile> findOnly(const ScriptFileKey& key, const Note& note);
    std::optional<FoundFile> findMapFile(const ScriptFileKey& key, const Note& note);
    FoundFile
    read(const std::filesystem::path& file, const ScriptFileKey& key, ResolvedWith way) const;

    const ScriptPlaces& m_places;
    bool m_readsRecordedPaths;
    ParseLimits m_limits;
    std::stop_token m_stop;
    bool m_isOpen = false;
    std::vector<LocalFolder> m_folders;
    std::vector<OpenBundle> m_bundles;
    std::vector<OpenRamBundle> m_ramBundles;
    std::vector<std::filesystem::path> m_files; // Files that were named individually.
    std::set<std::string> m_chosenBundles;      // Bundles that are open.
    // The files that were taken for each script and its maps.
    std::map<std::string, std::set<std::filesystem::path>> m_deployed;
};

} // namespace faultline::js
