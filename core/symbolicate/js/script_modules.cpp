// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/symbolicate/js/script_modules.h"

#include "core/base/hex.h"
#include "core/formats/debug/sourcemap/map_file.h"
#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/script_paths.h"
#include "core/symbolicate/js/source_match.h"

#include <algorithm>

namespace faultline::js {

namespace {

std::string keyText(const ScriptFileKey& key)
{
    constexpr std::array<std::string_view, 3> kKinds{"MinifiedSource", "SourceMap", "Source"};
    return concat(kKinds[static_cast<std::size_t>(key.kind)], ":", key.path.value_or("-"), " / ",
                  key.debugId ? key.debugId->canonical() : "-");
}

/// The maps that sources of an event name may have this much text together, so that a map with many
/// such sources does not cost more than one of this size.
constexpr std::uint64_t kMaxStepBytes = 256u << 20;
/// Maps that sections of an index map name by URL.
constexpr std::size_t kMaxLinkedMaps = 256;

/// Identifies a text. Files from the web and from this machine change without a new name, and a map
/// inside a script has no name at all, so their content identifies them. Its content is there.
std::string identityOf(const FoundFile& file)
{
    using Kind = ScriptFileOrigin::Kind;
    switch (file.origin.kind) {
    case Kind::ScrapedFile:
    case Kind::Embedded:
    case Kind::LocalFile: return file.content->file->digest();
    case Kind::IndividualFile: return concat(file.place, " ", file.origin.uri);
    case Kind::Bundled:
        // A bundle of this machine may change in place.
        if (file.place.empty())
            return file.content->file->digest();
        return concat(file.place, " ", file.origin.uri, " / ", keyText(file.origin.key));
    }
    return {};
}

/// Drops a reference that the standard does not accept. A reference in an HTTP header stays.
void dropReferenceBeforeCode(FoundFile::Content& content, const std::string& absPath)
{
    const auto reference = content.file->mapReference();
    if (!reference || !sourcemap::isFollowedByCode(content.file->text(), *reference))
        return;
    if (reference->starts_with("data:"))
        content.embedded.reset();
    else if (content.mapUrl == joinPaths(absPath, *reference))
        content.mapUrl.clear();
}

/// Comments of other forms than the reference accepts.
void addLenientReference(FoundFile::Content& content, const std::string& absPath)
{
    const auto text = content.file->text();
    const auto reference = sourcemap::findLenientMapReference(text);
    if (reference && !reference->starts_with("data:") &&
        !sourcemap::isFollowedByCode(text, *reference))
        content.mapUrl = joinPaths(absPath, *reference);
}

void applyStandard(FoundFile::Content& content, const std::string& absPath)
{
    const bool hasReference = !content.mapUrl.empty() || content.embedded;
    if (hasReference)
        dropReferenceBeforeCode(content, absPath);
    else
        addLenientReference(content, absPath);
}

} // namespace

ScriptModules::ScriptModules(const symbolicate::Services& services,
                             ScriptFiles& files,
                             const ScriptEvent& event,
                             const symbolicate::SymbolicateOptions& options,
                             std::stop_token stop)
    : m_services(services), m_files(files), m_options(options), m_stop(std::move(stop))
{
    for (const auto& module : event.modules)
        m_debugIds.insert_or_assign(module.codeFile, module.debugId);
}

const ResolvedScript& ScriptModules::resolve(const std::string& absPath)
{
    const auto known = m_scripts.find(absPath);
    if (known != m_scripts.end())
        return known->second;
    return m_scripts.emplace(absPath, resolveNew(absPath)).first->second;
}

const FoundFile& ScriptModules::source(const std::string& url)
{
    const auto known = m_sources.find(url);
    if (known != m_sources.end())
        return known->second;
    const ScriptFileKey key{
        .kind = ScriptFileKey::Kind::Source, .path = url, .debugId = std::nullopt};
    return m_sources.emplace(url, m_files.find(key)).first->second;
}

ResolvedScript ScriptModules::resolveNew(const std::string& absPath)
{
    m_files.setScript(absPath);
    const auto module = m_debugIds.find(absPath);
    auto debugId = module == m_debugIds.end() ? std::nullopt : module->second;
    ResolvedScript script;
    script.minified = m_files.find(
        {.kind = ScriptFileKey::Kind::MinifiedSource, .path = absPath, .debugId = debugId});
    auto& content = script.minified.content;
    const bool isBest = m_options.answer == symbolicate::AnswerStyle::Best;
    if (isBest && content)
        applyStandard(*content, absPath);
    if (content && !debugId)
        debugId = content->debugId;
    script.base = script.mapLabel(absPath);
    if (isBest)
        script.part = sourcemap::bundlePartOf(absPath);
    const bool hasMap = content && (!content->mapUrl.empty() || content->embedded);
    if (hasMap || debugId)
        resolveMap(script, debugId);
    if (isBest && content && content->embeddedDamage && !script.cache)
        script.cache = std::unexpected(*content->embeddedDamage);
    const bool isFound = script.cache && *script.cache;
    if (isBest && !isFound)
        resolveNamelessMap(script, absPath);
    if (isBest)
        placeModule(script);
    if (isBest && script.cache && *script.cache)
        script.places = std::make_shared<GeneratedPlace>(
            content ? content->file->text() : std::string_view(), script.firstLine);
    return script;
}

/// Finds where a module of a RAM bundle begins.
void ScriptModules::placeModule(ResolvedScript& script)
{
    if (!script.cache || !*script.cache || !(**script.cache)->hasModules())
        return;
    if (!script.part || !script.part->module)
        return;
    if (const auto line = (**script.cache)->firstLineOf(*script.part->module))
        script.firstLine = *line;
    else
        script.cache = fail(ErrorKind::Unsupported, "the map of the RAM bundle has no module ",
                            *script.part->module);
}

void ScriptModules::resolveMap(ResolvedScript& script, const std::optional<DebugId>& debugId)
{
    script.map = findMap(script, debugId);
    script.mapOrigin = script.map.origin;
    script.mapResolvedWith = script.map.resolvedWith;
    script.cache = makeCache(script);
}

/// A map beside the script, or one that the user chose for it, although the script names none, or
/// is not there itself. True when there is one.
bool ScriptModules::resolveNamelessMap(ResolvedScript& script, const std::string& absPath)
{
    const auto path = std::string_view(absPath).substr(0, absPath.find_first_of("?#"));
    auto map = m_files.findOnThisMachine({.kind = ScriptFileKey::Kind::SourceMap,
                                          .path = concat(path, ".map"),
                                          .debugId = std::nullopt});
    if (!map)
        return false;
    script.mapOrigin = map->origin;
    script.mapResolvedWith = map->resolvedWith;
    script.base = concat(path, ".map");
    script.map = *std::move(map);
    script.cache = makeCache(script);
    return true;
}

namespace {

/// Does a step lead back to a script or a map that it came from?
bool isPassed(const ResolvedScript& step, const std::vector<const ResolvedScript*>& passed)
{
    return std::ranges::any_of(passed, [&](const ResolvedScript* known) {
        return isSameText(known->minified, step.minified) || isSameText(known->map, step.map);
    });
}

} // namespace

const ResolvedScript* ScriptModules::nextStep(const std::string& url,
                                              MapSource source,
                                              const ByteView& text,
                                              const std::vector<const ResolvedScript*>& passed)
{
    auto known = m_steps.find({url, source});
    if (known == m_steps.end()) {
        known = m_steps.try_emplace({url, source}).first;
        resolveStep(known->second, url, text, passed.back()->map);
    }
    const auto& step = known->second;
    return step.cache && !isPassed(step, passed) ? &step : nullptr;
}

void ScriptModules::resolveStep(ResolvedScript& step,
                                const std::string& url,
                                const ByteView& text,
                                const FoundFile& lastMap)
{
    step.minified.origin = {.kind = ScriptFileOrigin::Kind::LocalFile, .uri = url, .key = {}};
    step.minified.content = readContent(text, url, {}, false);
    auto& content = step.minified.content;
    if (!content || (content->mapUrl.empty() && !content->embedded))
        return;
    step.base = step.mapLabel(url);
    step.map = findMap(step, std::nullopt);
    m_stepBytes += step.map.content ? step.map.content->text().size() : 0;
    if (m_stepBytes > kMaxStepBytes || !isMapOfStep(step.map, step.base, lastMap))
        return;
    step.mapOrigin = step.map.origin;
    step.cache = makeCache(step);
    if (!*step.cache) {
        step.cache.reset(); // Then only the source itself is known.
        return;
    }
    step.places = std::make_shared<GeneratedPlace>(content->file->text());
}

namespace {

std::string_view originWords(ScriptFileOrigin::Kind kind)
{
    switch (kind) {
    case ScriptFileOrigin::Kind::IndividualFile: return "an artifact of its own";
    case ScriptFileOrigin::Kind::ScrapedFile: return "from the web";
    case ScriptFileOrigin::Kind::Bundled: return "in an artifact bundle";
    case ScriptFileOrigin::Kind::Embedded: return "in the script itself";
    case ScriptFileOrigin::Kind::LocalFile: return "on this machine";
    }
    return {};
}

/// Says why a file is not there.
ScriptState::Kind absenceOf(const Error& error, ScriptState::Kind missing)
{
    using Kind = ScriptState::Kind;
    if (error.kind == ErrorKind::SwitchedOff)
        return Kind::NotAllowed;
    switch (broadKind(error.kind)) {
    case ErrorKind::Timeout: return Kind::Late;
    case ErrorKind::PermissionDenied: return Kind::NotAllowed;
    case ErrorKind::DownloadFailed: return Kind::Unreachable;
    case ErrorKind::Malformed:
    case ErrorKind::Unsupported: return Kind::DamagedMap;
    default: return missing;
    }
}

ScriptState stateOf(const std::string& absPath, const ResolvedScript& script)
{
    using Kind = ScriptState::Kind;
    const auto& minified = script.minified.content;
    if (script.cache && *script.cache) {
        const auto& uri = script.mapOrigin.uri;
        auto details =
            concat("map ", originWords(script.mapOrigin.kind), uri.empty() ? "" : ": ", uri);
        if (!minified)
            details += "; the script itself was not found, so positions cannot be checked";
        const auto& cache = **script.cache;
        if (cache->droppedSegments() > 0)
            details += concat("; ", cache->droppedSegments(), " damaged segments are left out");
        if (!cache->firstDamage().empty())
            details += concat("; damaged: ", cache->firstDamage());
        return {.kind = Kind::Mapped, .details = std::move(details)};
    }
    const auto isDamage = [](const Error& error) {
        const auto kind = broadKind(error.kind);
        return kind == ErrorKind::Malformed || kind == ErrorKind::Unsupported;
    };
    const bool isDamaged = script.cache && isDamage(script.cache->error());
    if (!minified && !isDamaged)
        return {.kind = isDamage(minified.error())
                            ? Kind::MissingScript
                            : absenceOf(minified.error(), Kind::MissingScript),
                .details = concat("the script ", absPath,
                                  " was not found: ", minified.error().describe())};
    if (!script.cache)
        return {.kind = Kind::Plain,
                .details = "the script names no source map and no debug id is known; it is "
                           "shown as it runs"};
    const auto& error = script.cache->error();
    return {.kind = absenceOf(error, Kind::MissingMap),
            .details = concat("the source map ", script.mapLabel(absPath),
                              isDamaged ? " is damaged: " : ": ", error.describe())};
}

} // namespace

std::map<std::string, ScriptState> ScriptModules::states() const
{
    std::map<std::string, ScriptState> states;
    for (const auto& [path, script] : m_scripts)
        states.emplace(path, stateOf(path, script));
    return states;
}

FoundFile ScriptModules::findMap(const ResolvedScript& script,
                                 const std::optional<DebugId>& debugId)
{
    const auto& content = script.minified.content;
    if (content && content->embedded) {
        FoundFile map;
        map.origin.kind = ScriptFileOrigin::Kind::Embedded;
        map.resolvedWith = script.minified.resolvedWith;
        map.content = plainContent(content->embedded);
        return map;
    }
    ScriptFileKey key{
        .kind = ScriptFileKey::Kind::SourceMap, .path = std::nullopt, .debugId = debugId};
    if (content && !content->mapUrl.empty())
        key.path = content->mapUrl;
    return m_files.find(key);
}

/// Looks for all maps that an index map needs, before it is decoded: decoding waits for nothing.
/// Null when it needs none.
std::shared_ptr<const sourcemap::LinkedMaps> ScriptModules::linkedMaps(const FileTextPtr& map,
                                                                       const std::string& base)
{
    if (!map->mayLinkMaps())
        return nullptr;
    auto linked = std::make_shared<sourcemap::LinkedMaps>();
    linked->base = base;
    linked->join = [](std::string_view around, std::string_view url) {
        return joinPaths(around, url);
    };
    std::vector<std::pair<std::string, FileTextPtr>> open{{base, map}};
    while (!open.empty()) {
        const auto [around, file] = std::move(open.back());
        open.pop_back();
        const auto urls = file->mayLinkMaps() ? sourcemap::linkedMapUrls(file->bytes().span(), {})
                                              : Result<std::vector<std::string>>();
        for (const auto& named : urls.value_or(std::vector<std::string>())) {
            auto url = joinPaths(around, named);
            if (url == base || linked->maps.contains(url))
                continue;
            if (linked->maps.size() >= kMaxLinkedMaps)
                return linked;
            auto found = m_files.find(
                {.kind = ScriptFileKey::Kind::SourceMap, .path = url, .debugId = std::nullopt});
            if (found.content)
                open.emplace_back(url, found.content->file);
            linked->maps.emplace(std::move(url), found.content
                                                     ? Result<ByteView>(found.content->text())
                                                     : std::unexpected(found.content.error()));
        }
    }
    return linked;
}

ScriptModules::CacheResult ScriptModules::makeCache(const ResolvedScript& of)
{
    const bool isBest = m_options.answer == symbolicate::AnswerStyle::Best;
    if (!of.minified.content && !isBest)
        return std::unexpected(of.minified.content.error());
    if (!of.map.content)
        return std::unexpected(of.map.content.error());
    return makeCache(of, isBest ? ScriptScopes::Unknown : ScriptScopes::Known);
}

ScriptModules::CacheResult ScriptModules::makeCache(const ResolvedScript& of, ScriptScopes scopes)
{
    const auto& minified = of.minified;
    const bool isBest = m_options.answer == symbolicate::AnswerStyle::Best;
    const bool readsScript = scopes == ScriptScopes::Known && minified.content;
    const auto& map = of.map.content->file;
    MapCacheItem::Identity identity{
        .script = readsScript ? identityOf(minified) : std::string("none"),
        .map = identityOf(of.map),
        .isLocal = minified.origin.kind == ScriptFileOrigin::Kind::LocalFile,
        .leniency = isBest ? sourcemap::Leniency::Lenient : sourcemap::Leniency::Strict,
        .linked = isBest ? linkedMaps(map, of.base) : nullptr,
        .part = of.part};
    auto item = std::make_shared<MapCacheItem>(readsScript ? minified.content->text() : ByteView(),
                                               map->bytes(), std::move(identity), m_options.scope);
    return m_services.cache
        .fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
        .wait(m_stop);
}

sourcemap::ScopeAnswer ScriptModules::functionInScript(const ResolvedScript& script,
                                                       const sourcemap::MapHit& token)
{
    if (!script.minified.content || !script.map.content || (**script.cache)->hasFunctionMaps())
        return {};
    auto known = m_withScopes.find(&script);
    if (known == m_withScopes.end())
        known = m_withScopes.emplace(&script, makeCache(script, ScriptScopes::Known)).first;
    const auto& cache = known->second;
    const auto hit =
        cache ? (*cache)->tokenAt(token.generated, sourcemap::Among::First) : std::nullopt;
    return hit && hit->generated == token.generated ? hit->scope : sourcemap::ScopeAnswer();
}

namespace {

/// The map of a segment has the starts of its own functions.
BytecodeStarts startsIn(const ResolvedScript& script)
{
    BytecodeStarts starts;
    auto map = sourcemap::readMapFile(script.map.content->text().span(), {});
    if (!map)
        return starts;
    const auto* members = &map->members;
    const auto id = script.part ? std::string_view(script.part->segment) : std::string_view();
    for (const auto& segment : map->members.facebookSegments) {
        if (!id.empty() && segment.id == id)
            members = segment.map.get();
    }
    for (auto& [segment, offsets] : members->hermesFunctionOffsets)
        starts.emplace(segment, offsets);
    return starts;
}

} // namespace

std::optional<sourcemap::Position> ScriptModules::placeOf(const ResolvedScript& script,
                                                          const BytecodePlace& bytecode)
{
    if (!script.map.content)
        return std::nullopt;
    // The map of a WebAssembly module counts its bytes (WebAssembly tool conventions, Debugging).
    if (bytecode.kind == BytecodePlace::Kind::WebAssembly)
        return sourcemap::Position{.line = 0, .column = bytecode.offset};
    auto known = m_bytecode.find(&script);
    if (known == m_bytecode.end())
        known = m_bytecode.emplace(&script, startsIn(script)).first;
    const auto segment = known->second.find(bytecode.segment);
    if (segment == known->second.end() || bytecode.function >= segment->second.size())
        return std::nullopt;
    const auto column = std::uint64_t{segment->second[bytecode.function]} + bytecode.offset;
    if (column >= sourcemap::kNone)
        return std::nullopt;
    return sourcemap::Position{.line = bytecode.segment,
                               .column = static_cast<std::uint32_t>(column)};
}

} // namespace faultline::js
