#include "core/symbolicate/js/script_modules.h"

#include "core/base/hash.h"

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
    const auto module = m_debugIds.find(absPath);
    auto debugId = module == m_debugIds.end() ? std::nullopt : module->second;
    ResolvedScript script;
    script.minified = m_files.find(
        {.kind = ScriptFileKey::Kind::MinifiedSource, .path = absPath, .debugId = debugId});
    const auto& content = script.minified.content;
    if (content && !debugId)
        debugId = content->debugId;
    script.base = script.mapLabel(absPath);
    const bool hasMap = content && (!content->mapUrl.empty() || content->embedded);
    if (!hasMap && !debugId)
        return script;
    const auto map = findMap(script, debugId);
    script.mapOrigin = map.origin;
    script.mapResolvedWith = map.resolvedWith;
    script.cache = makeCache(script.minified, map);
    return script;
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
    if (!minified.content)
        return std::unexpected(minified.content.error());
    if (!map.content)
        return std::unexpected(map.content.error());
    const auto& script = minified.content->text;
    const auto& text = map.content->text;
    MapCacheItem::Identity identity{.script = identityOf(minified, script.span()),
                                    .map = identityOf(map, text.span()),
                                    .isLocal =
                                        minified.origin.kind == ScriptFileOrigin::Kind::LocalFile};
    auto item = std::make_shared<MapCacheItem>(script, text, std::move(identity), m_options.scope);
    return m_services.cache
        .fetch(std::move(item), m_stop, {.bypassNegative = m_options.retryFailed})
        .wait(m_stop);
}

} // namespace faultline::js
