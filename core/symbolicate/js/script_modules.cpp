#include "core/symbolicate/js/script_modules.h"

#include "core/base/hash.h"
#include "core/formats/debug/sourcemap/map_reference.h"
#include "core/symbolicate/js/file_content.h"
#include "core/symbolicate/js/script_paths.h"

namespace faultline::js {

namespace {

std::string keyText(const ScriptFileKey& key)
{
    constexpr std::array<std::string_view, 3> kKinds{"MinifiedSource", "SourceMap", "Source"};
    return concat(kKinds[static_cast<std::size_t>(key.kind)], ":", key.path.value_or("-"), " / ",
                  key.debugId ? key.debugId->canonical() : "-");
}

/// Identifies a text. Files from the web and from this machine change without a new name, so their
/// content identifies them.
std::string identityOf(const FoundFile& file, Bytes text)
{
    using Kind = ScriptFileOrigin::Kind;
    switch (file.origin.kind) {
    case Kind::ScrapedFile:
    case Kind::LocalFile: return sha256Hex(text);
    case Kind::IndividualFile: return file.origin.uri;
    case Kind::Bundled: return concat(file.origin.uri, " / ", keyText(file.origin.key));
    case Kind::Embedded: return "<embedded>";
    }
    return {};
}

/// Comments of other forms than the reference accepts.
void addLenientReference(FoundFile::Content& content, const std::string& absPath)
{
    if (!content.mapUrl.empty() || content.embedded)
        return;
    const auto reference = sourcemap::findLenientMapReference(content.text.text());
    if (reference && !reference->starts_with("data:"))
        content.mapUrl = joinPaths(absPath, *reference);
}

} // namespace

ScriptModules::ScriptModules(const symbolicate::Services& services,
                             ScriptFiles& files,
                             const ScriptEvent& event,
                             const ScriptOptions& options,
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
    const bool isBest = m_options.answer == ScriptAnswer::Best;
    if (isBest && content)
        addLenientReference(*content, absPath);
    if (content && !debugId)
        debugId = content->debugId;
    script.base = script.mapLabel(absPath);
    const bool hasMap = content && (!content->mapUrl.empty() || content->embedded);
    if (hasMap || debugId)
        resolveMap(script, debugId);
    const bool isFound = script.cache && *script.cache;
    if (isBest && !isFound)
        resolveNamelessMap(script, absPath);
    if (isBest && script.cache && *script.cache)
        script.places =
            std::make_shared<GeneratedPlace>(content ? content->text.text() : std::string_view());
    return script;
}

void ScriptModules::resolveMap(ResolvedScript& script, const std::optional<DebugId>& debugId)
{
    const auto map = findMap(script, debugId);
    script.mapOrigin = map.origin;
    script.mapResolvedWith = map.resolvedWith;
    script.cache = makeCache(script.minified, map);
}

/// A map beside the script, or one that the user chose for it, although the script names none, or
/// is not there itself. True when there is one.
bool ScriptModules::resolveNamelessMap(ResolvedScript& script, const std::string& absPath)
{
    const auto path = std::string_view(absPath).substr(0, absPath.find_first_of("?#"));
    const auto map = m_files.findOnThisMachine({.kind = ScriptFileKey::Kind::SourceMap,
                                                .path = concat(path, ".map"),
                                                .debugId = std::nullopt});
    if (!map)
        return false;
    script.mapOrigin = map->origin;
    script.mapResolvedWith = map->resolvedWith;
    script.base = concat(path, ".map");
    script.cache = makeCache(script.minified, *map);
    return true;
}

const ResolvedScript* ScriptModules::nextStep(const std::string& url, const ByteView& text)
{
    const auto known = m_steps.find(url);
    if (known != m_steps.end())
        return known->second.cache ? &known->second : nullptr;
    auto& step = m_steps[url];
    step.minified.origin = {.kind = ScriptFileOrigin::Kind::LocalFile, .uri = url, .key = {}};
    step.minified.content = readContent(text, url, {}, false);
    auto& content = step.minified.content;
    if (!content || (content->mapUrl.empty() && !content->embedded))
        return nullptr;
    step.base = step.mapLabel(url);
    resolveMap(step, std::nullopt);
    if (!*step.cache) {
        step.cache.reset(); // Then only the source itself is known.
        return nullptr;
    }
    step.places = std::make_shared<GeneratedPlace>(content->text.text());
    return &step;
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
        return {Kind::Mapped, std::move(details)};
    }
    if (!minified)
        return {Kind::MissingScript,
                concat("the script was not found: ", minified.error().describe())};
    if (!script.cache)
        return {Kind::Plain, "the script names no source map and no debug id is known; it is "
                             "shown as it runs"};
    const auto& error = script.cache->error();
    const bool isDamaged =
        error.kind == ErrorKind::Malformed || error.kind == ErrorKind::Unsupported;
    return {isDamaged ? Kind::DamagedMap : Kind::MissingMap,
            concat("the source map ", script.mapLabel(absPath), isDamaged ? " is damaged: " : ": ",
                   error.describe())};
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
        map.content = FoundFile::Content();
        map.content->text = ByteView::fromString(*content->embedded);
        return map;
    }
    ScriptFileKey key{
        .kind = ScriptFileKey::Kind::SourceMap, .path = std::nullopt, .debugId = debugId};
    if (content && !content->mapUrl.empty())
        key.path = content->mapUrl;
    return m_files.find(key);
}

Result<std::shared_ptr<const sourcemap::MapCache>>
ScriptModules::makeCache(const FoundFile& minified, const FoundFile& map)
{
    const bool isBest = m_options.answer == ScriptAnswer::Best;
    if (!minified.content && !isBest)
        return std::unexpected(minified.content.error());
    if (!map.content)
        return std::unexpected(map.content.error());
    const auto script = minified.content ? minified.content->text : ByteView();
    const auto& text = map.content->text;
    MapCacheItem::Identity identity{
        .script = minified.content ? identityOf(minified, script.span()) : std::string("none"),
        .map = identityOf(map, text.span()),
        .isLocal = minified.origin.kind == ScriptFileOrigin::Kind::LocalFile,
        .leniency = isBest ? sourcemap::Leniency::Lenient : sourcemap::Leniency::Strict};
    auto item = std::make_shared<MapCacheItem>(script, text, std::move(identity), m_options.scope);
    return m_services.cache
        .fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
        .wait(m_stop);
}

} // namespace faultline::js
