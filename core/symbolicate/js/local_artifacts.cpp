// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/local_artifacts.h"

#include "core/base/file.h"
#include "core/base/percent.h"
#include "core/base/source_place.h"
#include "core/base/text.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/symbolicate/js/bundled_file.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/script_paths.h"
#include "core/symbolicate/js/source_match.h"

#include <algorithm>
#include <array>

namespace faultline::js {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxArchives = 200;

bool isAbsolutePath(std::string_view path)
{
    return path.starts_with('/') && !path.starts_with("//");
}

bool isScriptName(std::string_view name)
{
    constexpr std::array<std::string_view, 4> kExtensions{".js", ".mjs", ".cjs", ".hbc"};
    const auto isEnd = [&](std::string_view extension) { return name.ends_with(extension); };
    return isNativeBundleName(name) || std::ranges::any_of(kExtensions, isEnd);
}

/// A file that is too large is told instead of one that another place may have.
bool isAnswer(const FoundFile& found)
{
    return found.content || found.content.error().kind == ErrorKind::Unsupported;
}

/// Names in scripts and maps are URLs, so that "my%20app.js.map" is the file "my app.js.map".
/// Absent when that is no other name, or none that a file can have.
std::optional<ScriptFileKey> decodedKey(const ScriptFileKey& key)
{
    if (!key.path || key.path->find('%') == std::string::npos)
        return std::nullopt;
    auto plain = key;
    plain.path = percentDecoded(*key.path);
    const bool isName = plain.path->find('\0') == std::string::npos && isValidUtf8(*plain.path);
    return isName && plain.path != key.path ? std::optional(std::move(plain)) : std::nullopt;
}

} // namespace

LocalArtifacts::LocalArtifacts(const ScriptPlaces& places,
                               bool readsRecordedPaths,
                               const ParseLimits& limits,
                               std::stop_token stop)
    : m_places(places), m_readsRecordedPaths(readsRecordedPaths), m_limits(limits),
      m_stop(std::move(stop))
{
}

void LocalArtifacts::openBundle(const fs::path& file, const Note& note)
{
    if (m_bundles.size() >= kMaxArchives)
        return;
    auto bytes = mapForeignFile(file);
    auto bundle = bytes ? artifacts::ArtifactBundle::open(*std::move(bytes), m_limits)
                        : Result<ArtifactBundlePtr>(std::unexpected(std::move(bytes).error()));
    if (bundle)
        m_bundles.push_back({file.string(), *std::move(bundle)});
    else
        note(concat("bundle ", file.string()), Outcome::failed(bundle.error()));
}

/// Other bundles of React Native have the same extensions.
void LocalArtifacts::openRamBundle(const fs::path& file, const Note& note)
{
    auto bytes = mapForeignFile(file);
    if (!bytes || !artifacts::RamBundle::isRamBundle(bytes->span()) ||
        m_ramBundles.size() >= kMaxArchives)
        return;
    auto bundle = artifacts::RamBundle::open(*std::move(bytes));
    if (bundle)
        m_ramBundles.push_back({file.string(), *std::move(bundle)});
    else
        note(concat("RAM bundle ", file.string()), Outcome::failed(bundle.error()));
}

void LocalArtifacts::openPlaces(const Note& note)
{
    if (std::exchange(m_isOpen, true))
        return;
    for (const auto& local : m_places.local) {
        const auto& place = local.path;
        std::error_code error;
        if (fs::is_directory(place, error)) {
            LocalFolder::Limits limits;
            limits.maxDepth = local.isRecursive ? limits.maxDepth : 0;
            m_folders.emplace_back(place, limits, m_stop);
            for (const auto& archive : m_folders.back().archives())
                openBundle(archive, note);
            for (const auto& bundle : m_folders.back().nativeBundles())
                openRamBundle(bundle, note);
        } else if (isNativeBundleName(place)) {
            m_files.emplace_back(place);
            openRamBundle(place, note);
        } else if (place.ends_with(".map") || place.ends_with(".js") || place.ends_with(".json") ||
                   place.ends_with(".wasm")) {
            m_files.emplace_back(place);
        } else if (fs::is_regular_file(place, error)) {
            openBundle(place, note);
        }
    }
    addMapsOfNativeBundles();
}

/// The map of a bundle that was named individually lies beside it, as for one in a folder.
void LocalArtifacts::addMapsOfNativeBundles()
{
    const auto isBundle = [](const fs::path& file) { return isNativeBundleName(file.string()); };
    for (std::size_t i = 0, count = m_files.size(); i < count; ++i) {
        const fs::path map = m_files[i].string() + ".map";
        std::error_code error;
        if (isBundle(m_files[i]) && fs::is_regular_file(map, error) &&
            std::ranges::find(m_files, map) == m_files.end())
            m_files.push_back(map);
    }
}

std::optional<FoundFile>
LocalArtifacts::find(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    openPlaces(note);
    auto found = findAnywhere(key, script, note);
    const bool isDeployed = key.kind != ScriptFileKey::Kind::Source;
    if (isDeployed && found && found->origin.kind == ScriptFileOrigin::Kind::LocalFile)
        m_deployed[script].insert(found->origin.uri);
    return found;
}

std::optional<FoundFile>
LocalArtifacts::findAnywhere(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    if (auto found = findChosen(key, script, note))
        return found;
    if (auto found = findNamed(key, script, note))
        return found;
    if (const auto plain = decodedKey(key)) {
        if (auto found = findNamed(*plain, script, note))
            return found;
    }
    return findOnly(key, note);
}

std::optional<FoundFile>
LocalArtifacts::findNamed(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    if (auto found = findRecorded(key, note))
        return found;
    if (auto found = findInBundles(key, note))
        return found;
    if (auto found = key.kind == ScriptFileKey::Kind::Source ? findSource(key, script, note)
                                                             : findInFolders(key, script, note))
        return found;
    if (auto found = findInRamBundles(key, note))
        return found;
    return findMapFile(key, note);
}

FoundFile
LocalArtifacts::read(const fs::path& file, const ScriptFileKey& key, ResolvedWith way) const
{
    FoundFile found{
        .origin = {.kind = ScriptFileOrigin::Kind::LocalFile, .uri = file.string(), .key = {}},
        .resolvedWith = way};
    std::error_code error;
    const auto sizeBytes = fs::file_size(file, error);
    const auto limit = sourcemap::MapLimits().maxTextBytes;
    auto bytes = !error && sizeBytes > limit
                     ? Result<ByteView>(fail(ErrorKind::Unsupported, "the file has ", sizeBytes,
                                             " bytes, limit ", limit))
                     : mapForeignFile(file);
    if (!bytes) {
        found.content = std::unexpected(std::move(bytes).error());
    } else if (key.kind == ScriptFileKey::Kind::SourceMap) {
        found.content = plainContent(*std::move(bytes));
    } else if (key.kind == ScriptFileKey::Kind::MinifiedSource && !isValidUtf8(bytes->text())) {
        // For Hermes's bytecode, only its map is useful.
        found.content = readContent(ByteView(), key.path.value_or(file.string()), {}, false);
    } else {
        found.content = readContent(*std::move(bytes), key.path.value_or(file.string()), {}, false);
        if (found.content)
            found.content->debugId = found.content->file->debugId();
    }
    return found;
}

/// A file that the user drops on a script is its map, the script itself, or a bundle that contains
/// it. The map of a script that was dropped may lie beside it.
std::optional<FoundFile>
LocalArtifacts::findChosen(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    const auto chosen = m_places.chosenFiles.find(script);
    if (chosen == m_places.chosenFiles.end())
        return std::nullopt;
    fs::path file = chosen->second;
    if (chosen->second.ends_with(".zip")) {
        if (m_chosenBundles.insert(chosen->second).second)
            openBundle(file, note);
        return std::nullopt;
    }
    if (isNativeBundleName(chosen->second) && m_chosenBundles.insert(chosen->second).second)
        openRamBundle(file, note);
    const bool isMap = key.kind == ScriptFileKey::Kind::SourceMap;
    const bool isScript = key.kind == ScriptFileKey::Kind::MinifiedSource && key.path == script &&
                          !chosen->second.ends_with(".map");
    const bool isRamBundle =
        std::ranges::find(m_ramBundles, chosen->second, &OpenRamBundle::path) != m_ramBundles.end();
    if (isScript && isRamBundle)
        return findInRamBundles(key, note);
    if (isMap && isScriptName(chosen->second)) {
        file += ".map";
        std::error_code error;
        if (!fs::is_regular_file(file, error))
            return std::nullopt;
    } else if (!isMap && !isScript) {
        return std::nullopt;
    }
    auto found = read(file, key, ResolvedWith::LocalFile);
    note(concat(file == chosen->second ? "chosen by the user: " : "beside the chosen file: ",
                file.string()),
         outcomeOf(found.content));
    return found.content ? std::optional(std::move(found)) : std::nullopt;
}

/// Looks at the path that the frame or the script itself names. Only allowed if the user's own
/// files may be read.
std::optional<FoundFile> LocalArtifacts::findRecorded(const ScriptFileKey& key, const Note& note)
{
    if (!m_readsRecordedPaths || !key.path || !isAbsolutePath(*key.path))
        return std::nullopt;
    const auto path = key.path->substr(0, key.path->find_first_of("?#"));
    std::error_code error;
    const bool isThere = fs::is_regular_file(path, error);
    if (isThere && !isSourceFile(path)) {
        note(concat("recorded path ", path),
             Outcome::refused({.kind = ErrorKind::PermissionDenied,
                               .detail = "its name or place is not that of a source"}));
        return std::nullopt;
    }
    auto found = isThere ? std::optional(read(path, key, ResolvedWith::LocalFile)) : std::nullopt;
    note(concat("recorded path ", path),
         isThere ? outcomeOf(found->content) : Outcome::of(OutcomeKind::NotThere));
    return found && isAnswer(*found) ? std::move(found) : std::nullopt;
}

std::optional<FoundFile> LocalArtifacts::findInBundles(const ScriptFileKey& key, const Note& note)
{
    for (const auto& [uri, bundle] : m_bundles) {
        if (!key.debugId)
            break;
        const auto file = bundle->byDebugId(*key.debugId, bundleTypeOf(key.kind));
        note(concat("debug id in bundle ", uri),
             Outcome::of(file ? OutcomeKind::Found : OutcomeKind::NotListed));
        if (file)
            return bundledFile({.uri = uri}, *bundle, *file, key, ResolvedWith::DebugId);
    }
    if (!key.path)
        return std::nullopt;
    for (const auto& url : candidateUrls(*key.path)) {
        for (const auto& [uri, bundle] : m_bundles) {
            const auto file = bundle->byUrl(url);
            note(concat(url, " in bundle ", uri),
                 Outcome::of(file ? OutcomeKind::Found : OutcomeKind::NotListed));
            if (file)
                return bundledFile({.uri = uri}, *bundle, *file, key, ResolvedWith::LocalFile);
        }
    }
    return std::nullopt;
}

std::optional<FoundFile> LocalArtifacts::findByDebugId(const ScriptFileKey& key, const Note& note)
{
    const bool isMap = key.kind == ScriptFileKey::Kind::SourceMap;
    for (auto& folder : m_folders) {
        if (!key.debugId)
            break;
        const auto file = folder.byDebugId(*key.debugId, isMap);
        note(concat("debug id in folder ", folder.folder().string()),
             Outcome::of(file ? OutcomeKind::Found : OutcomeKind::NotListed));
        if (file)
            return read(*file, key, ResolvedWith::DebugId);
    }
    return std::nullopt;
}

/// Several scripts may have one name. The map of each lies beside it.
std::optional<FoundFile> LocalArtifacts::findBeside(const ScriptFileKey& key,
                                                    const std::string& script,
                                                    const Note& note) const
{
    const auto deployed = m_deployed.find(script);
    if (key.kind != ScriptFileKey::Kind::SourceMap || !key.path || deployed == m_deployed.end())
        return std::nullopt;
    const std::string name(baseName(relativePath(*key.path)));
    // Whoever made the event chose the folder.
    const bool isRecorded = m_readsRecordedPaths && isAbsolutePath(script);
    for (const auto& known : deployed->second) {
        const auto file = known.parent_path() / name;
        std::error_code error;
        if (name.empty() || known.filename() == name || !fs::is_regular_file(file, error))
            continue;
        if (isRecorded && !isSourceFile(file))
            continue;
        auto found = read(file, key, ResolvedWith::LocalFile);
        note(concat("beside ", known.string()), outcomeOf(found.content));
        if (isAnswer(found))
            return found;
    }
    return std::nullopt;
}

std::optional<FoundFile>
LocalArtifacts::findInFolders(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    if (auto found = findByDebugId(key, note))
        return found;
    if (auto found = findBeside(key, script, note))
        return found;
    const auto path = key.path ? relativePath(*key.path) : std::string();
    if (path.empty())
        return std::nullopt;
    for (auto& folder : m_folders) {
        const auto match = folder.byName(path);
        const auto place = concat(path, " in folder ", folder.folder().string());
        if (!match) {
            note(place, Outcome::of(OutcomeKind::NoSuchName));
            continue;
        }
        auto found = read(match->file, key, ResolvedWith::LocalFile);
        const auto how = match->isWhole    ? OutcomeKind::Found
                         : match->isUnique ? OutcomeKind::FoundByName
                                           : OutcomeKind::FoundAmongSeveral;
        note(place, found.content ? Outcome::of(how, match->file.string())
                                  : Outcome::failed(found.content.error()));
        if (isAnswer(found))
            return found;
    }
    return std::nullopt;
}

/// A file with the last name of a source need not be that source: compilers that work file by file
/// keep the name. So its folders have to agree, and neither the script nor its map is one.
std::optional<FoundFile>
LocalArtifacts::findSource(const ScriptFileKey& key, const std::string& script, const Note& note)
{
    const auto path = key.path ? relativePath(*key.path) : std::string();
    if (path.empty())
        return std::nullopt;
    const auto& except = m_deployed[script];
    std::vector<LocalFolder::Match> matches;
    for (auto& folder : m_folders) {
        const auto match = folder.byName(path, except);
        if (match)
            matches.push_back(*match);
        else
            note(concat(path, " in folder ", folder.folder().string()),
                 Outcome::of(OutcomeKind::NoSuchName));
    }
    for (const auto& file : m_files) {
        if (file.filename() == baseName(path) && !except.contains(file))
            matches.push_back(matchOf(file, path));
    }
    for (const auto& match : matches) {
        auto found = read(match.file, key, ResolvedWith::LocalFile);
        const bool isRight = found.content && isSource(match, *found.content, except);
        note(match.file.string(),
             !found.content ? Outcome::failed(found.content.error())
             : isRight
                 ? Outcome::of(match.isWholePath ? OutcomeKind::Found : OutcomeKind::FoundByName,
                               match.file.string())
                 : Outcome::refused({.kind = ErrorKind::NotFound,
                                     .detail = "it has the name of the source, but "
                                               "lies in another folder"}));
        if (isRight)
            return found;
    }
    return std::nullopt;
}

/// The code of a module names no map: that of the bundle lies beside the bundle.
std::optional<FoundFile> LocalArtifacts::findInRamBundles(const ScriptFileKey& key,
                                                          const Note& note) const
{
    const auto part = key.path ? sourcemap::bundlePartOf(*key.path) : std::nullopt;
    const bool isModule = part && part->module && part->segment.empty();
    if (!isModule || key.kind != ScriptFileKey::Kind::MinifiedSource)
        return std::nullopt;
    for (const auto& [path, bundle] : m_ramBundles) {
        auto code = bundle.module(*part->module);
        if (code && !isValidUtf8(code->text()))
            code = fail(ErrorKind::Malformed, "module ", *part->module, " is not UTF-8");
        note(concat("module ", *part->module, " in RAM bundle ", path), outcomeOf(code));
        if (!code)
            continue;
        FoundFile found{
            .origin = {.kind = ScriptFileOrigin::Kind::LocalFile, .uri = path, .key = {}},
            .resolvedWith = ResolvedWith::LocalFile};
        found.content = readContent(*std::move(code), *key.path, {}, false);
        if (found.content && found.content->mapUrl.empty() && !found.content->embedded)
            found.content->mapUrl = concat(path, ".map");
        return found;
    }
    return std::nullopt;
}

/// Finds a file that was named individually, by its name.
std::optional<FoundFile> LocalArtifacts::findMapFile(const ScriptFileKey& key, const Note& note)
{
    const std::string name(key.path && key.kind != ScriptFileKey::Kind::Source
                               ? baseName(relativePath(*key.path))
                               : std::string_view());
    for (const auto& file : m_files) {
        const bool isCalled = !name.empty() && file.filename().string() == name;
        if (!isCalled)
            continue;
        auto found = read(file, key, ResolvedWith::LocalFile);
        note(concat("file ", file.string()), found.content
                                                 ? Outcome::of(OutcomeKind::FoundByName)
                                                 : Outcome::failed(found.content.error()));
        if (found.content)
            return found;
    }
    return std::nullopt;
}

} // namespace faultline::js
