// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/debug_id.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace faultline::js {

/// Tells whether a file has a name that React Native gives to programs.
bool isNativeBundleName(std::string_view name);

/// The files of scripts below a folder of this machine, such as the output of a build, by name and
/// by debug id. The folder is read when it is first needed. Use it on one thread.
class LocalFolder
{
public:
    /// Limits for large folders.
    struct Limits
    {
        std::size_t maxFiles = 100'000;
        std::size_t maxDepth = 24;
        std::uint64_t maxFileBytes = 1ull << 30;
    };

    LocalFolder(std::filesystem::path folder, Limits limits, std::stop_token stop);

    /// The best of the files that have the last component of `path`: the one whose path agrees in
    /// the most components from the end.
    struct Match
    {
        std::filesystem::path file;
        std::size_t components = 0; ///< Those that agree, from the end.
        bool isWhole = false; ///< All components of `path` agree, or of the path below the folder.
        bool isWholePath = false; ///< All components of `path` agree.
        bool isUnique = true;     ///< No other file agrees with as many components.
    };

    /// Absent when no file has the name, apart from those in `except`.
    std::optional<Match> byName(std::string_view path,
                                const std::set<std::filesystem::path>& except = {});

    /// All source maps.
    std::vector<std::filesystem::path> maps();

    /// All modules of WebAssembly.
    std::vector<std::filesystem::path> wasmModules();

    /// Returns a script or a map with this debug id.
    std::optional<std::filesystem::path> byDebugId(const DebugId& id, bool isMap);

    /// Archives that may be artifact bundles.
    const std::vector<std::filesystem::path>& archives();

    /// Files with a name that React Native gives to programs.
    std::vector<std::filesystem::path> nativeBundles();

    const std::filesystem::path& folder() const { return m_folder; }

private:
    template <class Wanted>
    std::vector<std::filesystem::path> filesOf(Wanted isWanted);
    void readNames();
    void readDebugIds();

    std::filesystem::path m_folder;
    std::filesystem::path m_root; // The same, absolute.
    Limits m_limits;
    std::stop_token m_stop;
    bool m_hasNames = false;
    bool m_hasIds = false;
    // Maps the last component to the path.
    std::multimap<std::string, std::string, std::less<>> m_byName;
    std::multimap<DebugId, std::string> m_scripts;
    std::multimap<DebugId, std::string> m_maps;
    std::vector<std::filesystem::path> m_archives;
};

/// How a file agrees with a path that has its name.
LocalFolder::Match matchOf(const std::filesystem::path& file, std::string_view path);

} // namespace faultline::js
