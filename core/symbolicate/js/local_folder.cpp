// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/local_folder.h"

#include "core/base/file.h"
#include "core/base/folder_walk.h"
#include "core/formats/debug/sourcemap/map_reference.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 16> kExtensions{
    ".js",  ".mjs",    ".cjs", ".jsx",    ".ts",       ".mts", ".cts",  ".tsx",
    ".vue", ".svelte", ".map", ".bundle", ".jsbundle", ".hbc", ".json", ".wasm"};

bool isOfInterest(std::string_view name)
{
    return std::ranges::any_of(
        kExtensions, [&](std::string_view extension) { return name.ends_with(extension); });
}

std::string_view lastComponent(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// Counts the components at the end that are equal.
std::size_t agreeingComponents(std::string_view a, std::string_view b)
{
    std::size_t components = 0;
    while (!a.empty() && !b.empty()) {
        const auto x = lastComponent(a);
        if (x != lastComponent(b))
            return components;
        ++components;
        a.remove_suffix(std::min(a.size(), x.size() + 1));
        b.remove_suffix(std::min(b.size(), x.size() + 1));
    }
    return components;
}

std::size_t componentCount(std::string_view path)
{
    return static_cast<std::size_t>(std::ranges::count(path, '/')) + 1;
}

/// Finds `"debugId": "…"` or `"debug_id": "…"` in a map without parsing it.
std::vector<DebugId> idsOfMap(std::string_view text)
{
    std::vector<DebugId> ids;
    for (const std::string_view member : {"\"debugId\"", "\"debug_id\""}) {
        const auto at = text.find(member);
        if (at == std::string_view::npos)
            continue;
        const auto open = text.find('"', at + member.size());
        const auto close = open == std::string_view::npos ? open : text.find('"', open + 1);
        if (close == std::string_view::npos || close - open > 64)
            continue;
        if (const auto id = DebugId::parse(text.substr(open + 1, close - open - 1)))
            ids.push_back(*id);
    }
    return ids;
}

/// The path itself if the current folder is unknown.
fs::path absoluteOf(const fs::path& folder)
{
    std::error_code error;
    const auto path = fs::absolute(folder, error);
    return error ? folder : path.lexically_normal();
}

} // namespace

bool isNativeBundleName(std::string_view name)
{
    return name.ends_with(".bundle") || name.ends_with(".jsbundle");
}

LocalFolder::LocalFolder(fs::path folder, Limits limits, std::stop_token stop)
    : m_folder(std::move(folder)), m_root(absoluteOf(m_folder)), m_limits(limits),
      m_stop(std::move(stop))
{
}

void LocalFolder::readNames()
{
    if (std::exchange(m_hasNames, true))
        return;
    std::size_t files = 0;
    auto walk = FolderWalk::begin(m_folder);
    while (walk && files < m_limits.maxFiles && !m_stop.stop_requested()) {
        const auto* entry = walk->next();
        if (entry == nullptr)
            break;
        if (entry->depth >= m_limits.maxDepth)
            walk->passOver();
        std::error_code gone;
        if (!fs::is_regular_file(entry->path, gone) || gone)
            continue;
        const auto name = entry->path.filename().string();
        if (name.ends_with(".zip")) {
            m_archives.push_back(entry->path);
        } else if (isOfInterest(name)) {
            ++files;
            m_byName.emplace(name, entry->path.lexically_relative(m_folder).generic_string());
        }
    }
}

void LocalFolder::readDebugIds()
{
    readNames();
    if (std::exchange(m_hasIds, true))
        return;
    for (const auto& [name, path] : m_byName) {
        if (m_stop.stop_requested())
            return;
        std::error_code error;
        const auto sizeBytes = fs::file_size(m_folder / path, error);
        if (error || sizeBytes > m_limits.maxFileBytes)
            continue;
        const auto bytes = mapForeignFile(m_folder / path);
        if (!bytes)
            continue;
        if (name.ends_with(".map")) {
            for (const auto& id : idsOfMap(bytes->text()))
                m_maps.emplace(id, path);
        } else if (const auto comment = sourcemap::findDebugIdComment(bytes->text())) {
            if (const auto id = DebugId::parse(*comment))
                m_scripts.emplace(*id, path);
        }
    }
}

std::optional<LocalFolder::Match> LocalFolder::byName(std::string_view path,
                                                      const std::set<fs::path>& except)
{
    readNames();
    std::optional<Match> best;
    const auto [first, last] = m_byName.equal_range(lastComponent(path));
    for (auto file = first; file != last; ++file) {
        if (except.contains(m_folder / file->second))
            continue;
        // The folder itself may lie below the root of the project.
        const auto agreeing = agreeingComponents((m_root / file->second).generic_string(), path);
        if (best && agreeing < best->components)
            continue;
        const bool isTie = best && agreeing == best->components;
        if (isTie) {
            best->isUnique = false;
            continue; // The first one by name is kept.
        }
        best = Match{.file = m_folder / file->second,
                     .components = agreeing,
                     .isWhole = agreeing >= componentCount(path) ||
                                agreeing >= componentCount(file->second),
                     .isWholePath = agreeing >= componentCount(path),
                     .isUnique = true};
    }
    return best;
}

std::optional<fs::path> LocalFolder::byDebugId(const DebugId& id, bool isMap)
{
    readDebugIds();
    const auto& known = isMap ? m_maps : m_scripts;
    const auto found = known.find(id);
    return found == known.end() ? std::nullopt : std::optional(m_folder / found->second);
}

template <class Wanted>
std::vector<fs::path> LocalFolder::filesOf(Wanted isWanted)
{
    readNames();
    std::vector<fs::path> files;
    for (const auto& [name, path] : m_byName) {
        if (isWanted(name))
            files.push_back(m_folder / path);
    }
    return files;
}

std::vector<fs::path> LocalFolder::nativeBundles()
{
    return filesOf(isNativeBundleName);
}

std::vector<fs::path> LocalFolder::maps()
{
    return filesOf([](std::string_view name) { return name.ends_with(".map"); });
}

std::vector<fs::path> LocalFolder::wasmModules()
{
    return filesOf([](std::string_view name) { return name.ends_with(".wasm"); });
}

const std::vector<fs::path>& LocalFolder::archives()
{
    readNames();
    return m_archives;
}

LocalFolder::Match matchOf(const fs::path& file, std::string_view path)
{
    const auto agreeing = agreeingComponents(absoluteOf(file).generic_string(), path);
    const bool isWhole = agreeing >= componentCount(path);
    return {.file = file,
            .components = agreeing,
            .isWhole = isWhole,
            .isWholePath = isWhole,
            .isUnique = true};
}

} // namespace faultline::js
