// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a script can only mean because there is no other.
#include "core/base/result.h"
#include "core/model/engine_script.h"
#include "core/symbolicate/js/local_artifacts.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace faultline::js {

namespace {

namespace fs = std::filesystem;

/// Has a map the segments of a bundle, or the lines at which the modules of a RAM bundle begin?
bool isMapOfPart(std::string_view map, const sourcemap::BundlePart& part)
{
    const std::string_view member =
        part.segment.empty() ? "\"x_facebook_offsets\"" : "\"x_facebook_segments\"";
    return map.find(member) != std::string_view::npos;
}

} // namespace

/// The only map that the user named, else the only one of all folders; of several, the only one of
/// a React Native bundle.
std::optional<fs::path> LocalArtifacts::onlyMap()
{
    std::vector<fs::path> maps;
    std::ranges::copy_if(m_files, std::back_inserter(maps),
                         [](const fs::path& file) { return file.extension() == ".map"; });
    if (maps.empty()) {
        for (auto& folder : m_folders)
            std::ranges::copy(folder.maps(), std::back_inserter(maps));
    }
    if (maps.size() > 1)
        std::erase_if(maps, [](const fs::path& file) {
            return !isNativeBundleName(fs::path(file).replace_extension().string());
        });
    return maps.size() == 1 ? std::optional(maps.front()) : std::nullopt;
}

/// The only WebAssembly module.
std::optional<fs::path> LocalArtifacts::onlyWasm()
{
    const auto isWasm = [](const fs::path& file) { return file.extension() == ".wasm"; };
    std::vector<fs::path> files;
    std::ranges::copy_if(m_files, std::back_inserter(files), isWasm);
    if (files.empty()) {
        for (auto& folder : m_folders)
            std::ranges::copy(folder.wasmModules(), std::back_inserter(files));
    }
    return files.size() == 1 ? std::optional(files.front()) : std::nullopt;
}

/// The file that a key can only mean, because there is no other.
std::optional<fs::path>
LocalArtifacts::onlyFileFor(const ScriptFileKey& key, std::string_view script, bool isMeantForAll)
{
    const bool isMap = key.kind == ScriptFileKey::Kind::SourceMap;
    if (script == kNamelessWasm) {
        auto module = onlyWasm();
        if (module && isMap)
            *module += ".map";
        return module;
    }
    const bool isNameless = script == kNamelessBundle;
    const bool isModule =
        sourcemap::bundlePartOf(script).has_value() && script.find('/') == std::string_view::npos;
    const bool isBundle = isNativeBundleName(script);
    if (!isNameless && !(isMap && (isMeantForAll || isModule || isBundle)))
        return std::nullopt;
    auto file = onlyMap();
    if (file && !isMap)
        file->replace_extension(); // The bundle itself.
    // The map of another platform's bundle is none of this one.
    const bool isOther = file && isBundle && !isMeantForAll &&
                         isNativeBundleName(fs::path(*file).replace_extension().string());
    return isOther ? std::nullopt : file;
}

/// The map that the user chose for the bundle is also that of the bundle's segments and modules.
std::optional<FoundFile> LocalArtifacts::findMapOfBundle(const ScriptFileKey& key,
                                                         const sourcemap::BundlePart& part,
                                                         const Note& note) const
{
    std::set<fs::path> maps;
    for (const auto& [script, file] : m_places.chosenFiles) {
        fs::path map = file.ends_with(".map") ? file : file + ".map";
        std::error_code error;
        if (!sourcemap::bundlePartOf(script) && fs::is_regular_file(map, error))
            maps.insert(std::move(map));
    }
    if (maps.size() != 1)
        return std::nullopt;
    auto found = read(*maps.begin(), key, ResolvedWith::LocalFile);
    if (!found.content || !isMapOfPart(found.content->text().text(), part))
        return std::nullopt;
    note(concat("chosen for the bundle: ", maps.begin()->string()),
         Outcome::of(OutcomeKind::FoundAsOnlyMap));
    return found;
}

/// Release builds of React Native print frames that name no bundle, or only a module of one. Then
/// one map leaves no doubt. A map that is the only file that the user named is meant for every
/// script.
std::optional<FoundFile> LocalArtifacts::findOnly(const ScriptFileKey& key, const Note& note)
{
    const auto path = key.path.value_or("");
    const auto script = std::string_view(path).substr(0, path.rfind(".map"));
    const auto part = sourcemap::bundlePartOf(script);
    if (part && key.kind == ScriptFileKey::Kind::SourceMap) {
        if (auto found = findMapOfBundle(key, *part, note))
            return found;
    }
    const bool isMeantForAll = m_folders.empty() && m_bundles.empty();
    const auto file = onlyFileFor(key, script, isMeantForAll);
    std::error_code error;
    if (!file || !fs::is_regular_file(*file, error))
        return std::nullopt;
    const bool isModule = !isMeantForAll && part;
    auto found = read(*file, key, ResolvedWith::LocalFile);
    if (found.content && isModule && !isMapOfPart(found.content->text().text(), *part))
        return std::nullopt;
    note(concat("file ", file->string()), found.content ? Outcome::of(OutcomeKind::FoundAsOnlyMap)
                                                        : Outcome::failed(found.content.error()));
    return found.content ? std::optional(std::move(found)) : std::nullopt;
}

} // namespace faultline::js
